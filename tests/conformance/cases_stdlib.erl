%% Functions of stdlib that are Erlang: what they need from below must be there and right.
-module(cases_stdlib).
-export([cases/0, eval/1, structures/1]).

values() ->
    [0, -17, 1 bsl 80, 1.5, -0.1, 1.0e100, a, 'hello world', "abc", "", [1, 2, 3], [a | b], {}, {a, "x", <<"y">>}, <<>>, <<"bin">>, <<200, 201>>, <<1:3>>, #{}, #{a => 1, b => "x"},
     [228, 246], [8364], lists:seq(1, 40), [{k, v}, {"s", 1.0}], fun lists:map/2, '\x{20ac}', "a\nb", {x, [{y, #{z => [1, 2]}}]}, [[], [[]]], <<228/utf8>>].

cases() ->
    [{io_lib, format, [F, [V]]} || F <- ["~p", "~w", "~s", "~ts", "~tp", "~tw", "~10p", "~20w", "~-20w|", "~b", "~B", "~c", "~e", "~f", "~g", "~.2f", "~.3e", "~W~n", "~0p", "~i~n", "~#", "~x", "~.16b", "~*c", "~5.2.0f", "~P"], V <- values()] ++
        [{io_lib, format, [F, [V, 5]]} || F <- ["~P", "~W", "~tP"], V <- values()] ++
        [{io_lib, F, [V]} || F <- [print, write, printable_list, printable_unicode_list, char_list, deep_char_list, write_string, write_atom], V <- values()] ++
        [{string, F, [S]} || F <- [length, to_upper, to_lower, uppercase, lowercase, titlecase, trim, reverse, to_graphemes, is_empty, casefold, chomp, next_codepoint, next_grapheme, tokens_],
                             S <- strings(), F =/= tokens_] ++
        [{string, F, [S, P]} || F <- [split, find, prefix, lexemes, tokens, concat, equal, str, chr_, slice_, pad_], S <- strings(), P <- ["b", "ab", " ", [228]], not lists:suffix("_", atom_to_list(F))] ++
        [{string, slice, [S, A, B]} || S <- strings(), A <- [0, 1, 3], B <- [0, 2, infinity]] ++
        [{string, pad, [S, 8, D]} || S <- strings(), D <- [leading, trailing, both]] ++
        [{string, split, [S, "b", D]} || S <- strings(), D <- [leading, trailing, all]] ++
        [{string, replace, [S, "b", "--", D]} || S <- strings(), D <- [leading, trailing, all]] ++
        [{base64, F, [B]} || F <- [encode, decode, mime_decode, encode_to_string], B <- [<<>>, <<"a">>, <<"YWJj">>, <<"YWI=">>, "YQ==", <<"a b c d">>, <<255, 254, 253>>, <<"!!!!">>]] ++
        [{lists, F, [L]} || F <- [sort, usort, reverse, flatten, sum, max, min, last, droplast, concat, append, unzip, unzip3, ukeysort_, enumerate], L <- [[], [3, 1, 2], [[1], [2, [3]]], [b, a, c, a], ["x", "y"], [{1, a}, {2, b}], [{1, 2, 3}], a, [1 | 2]], F =/= ukeysort_] ++
        [{lists, F, [1, L]} || F <- [keysort, ukeysort, nth, nthtail, delete, duplicate, sublist_, split], L <- [[{2, a}, {1, b}, {1, c}], [], [{3}], [1, 2, 1]], F =/= sublist_, not (F =:= keysort andalso L =:= [1, 2, 1]), not (F =:= ukeysort andalso L =:= [1, 2, 1])] ++
        [{lists, F, [2, 1, [{a, 2}, {b, 1}, {c}]]} || F <- [keydelete, keytake]] ++
        [{lists, F, A} || {F, A} <- [{zip, [[1, 2], [a, b]]}, {zip, [[1], []]}, {seq, [1, 10, 3]}, {seq, [5, 1, -2]}, {seq, [1, 0]}, {seq, [1, 5, 0]}, {prefix, ["ab", "abc"]}, {suffix, ["bc", "abc"]},
                                     {sublist, [[1, 2, 3, 4], 2, 2]}, {merge, [[1, 3], [2, 4]]}, {umerge, [[[1, 2], [2, 3]]]}, {join, [x, [1, 2, 3]]}, {search, [fun is_atom/1, [1, a]]}, {rkeymerge, [1, [{2}], [{1}]]},
                                     {keyreplace, [a, 1, [{a, 1}, {b, 2}], {c, 3}]}, {keystore, [z, 1, [{a, 1}], {z, 3}]}, {keymerge, [1, [{1, a}], [{1, b}]]}, {partition, [fun is_atom/1, [a, 1, b]]},
                                     {splitwith, [fun is_atom/1, [a, 1, b]]}, {mapfoldl, [fun(X, A) -> {X * 2, A + X} end, 0, [1, 2, 3]]}, {foldr, [fun(X, A) -> [X | A] end, [], [1, 2]]}, {uniq, [[1, 2, 1, 1.0]]}]] ++
        [{?MODULE, eval, [S]} || S <- ["1 + 2 * 3.", "[X * 2 || X <- lists:seq(1, 5), X rem 2 =:= 1].", "case {a, 1} of {a, N} when N > 0 -> N; _ -> none end.", "F = fun(X) -> X + 1 end, F(41).", "#{a => 1, b => [1, 2 | 3]}.",
                                       "<<1, 2:16/little, \"abc\"/utf8>>.", "try error(x) catch C:R -> {C, R} end.", "begin A = 1, B = A + 1, {A, B} end.", "lists:foldl(fun(X, A) -> X + A end, 0, [1, 2, 3]).", "<<X:4, Y/bits>> = <<255, 1>>, {X, Y}.",
                                       "1 / 0.", "foo:bar().", "if true -> yes end.", "\"a\" ++ [b].", "fun lists:map/2.", "'quoted atom'.", "16#ff + $a + 2#101.", "1.5e3.", "[", "a b.", "\"unfinished"]] ++
        [{calendar, F, A} || {F, A} <- [{day_of_the_week, [2024, 2, 29]}, {date_to_gregorian_days, [{2024, 1, 1}]}, {gregorian_days_to_date, [739000]}, {is_leap_year, [2000]}, {last_day_of_the_month, [2023, 2]},
                                        {datetime_to_gregorian_seconds, [{{2024, 1, 2}, {3, 4, 5}}]}, {seconds_to_time, [3661]}, {seconds_to_daystime, [100000]}, {iso_week_number, [{2021, 1, 3}]},
                                        {gregorian_seconds_to_datetime, [63900000000]}, {valid_date, [2023, 2, 29]}, {time_difference, [{{2020, 1, 1}, {0, 0, 0}}, {{2021, 1, 1}, {0, 0, 1}}]},
                                        {rfc3339_to_system_time, ["2018-02-01T16:17:58.000Z"]}, {system_time_to_rfc3339, [1517498278, [{offset, "Z"}]]}]] ++
        [{?MODULE, structures, [N]} || N <- [0, 1, 5, 50, 300]] ++
        [{filename, F, A} || {F, A} <- [{join, [["a", "b", "/c", "d"]]}, {join, [<<"a">>, "b"]}, {basename, ["/a/b.erl"]}, {basename, ["/a/b.erl", ".erl"]}, {dirname, ["/a/b/c"]}, {extension, ["x.tar.gz"]}, {rootname, ["a.b/c.d"]}, {split, ["/a/b"]},
                                        {flatten, [[a, "b"]]}, {pathtype, ["/x"]}, {nativename, ["a/b"]}]] ++
        [{uri_string, F, [U]} || F <- [parse, normalize, percent_decode, dissect_query], U <- ["http://user@host:80/a/../b?x=1&y=%20#f", "foo:bar", "//h/p", "", "a=b&c", <<"http://x/%7Efoo">>, "http://[::1]:8080/"]] ++
        [{proplists, F, A} || {F, A} <- [{get_value, [a, [{a, 1}, a]]}, {get_all_values, [a, [{a, 1}, a]]}, {is_defined, [b, [b]]}, {delete, [a, [{a, 1}, b, a]]}, {expand, [[{a, [b, c]}], [a, d]]}, {compact, [[{a, true}, {b, 1}]]}, {unfold, [[a, {b, 2}]]},
                                         {split, [[{a, 1}, {b, 2}, {a, 3}], [a]]}, {normalize, [[a, {no_b, true}], [{negations, [{no_b, b}]}]]}, {to_map, [[a, {b, 1}, c]]}]] ++
        [{unicode, F, [S]} || F <- [characters_to_nfc_list, characters_to_nfd_binary, characters_to_nfkc_binary, characters_to_nfkd_list], S <- strings()] ++
        [{erl_anno, new, [1]}, {erl_parse, abstract, [{a, "b", 1.5, #{}}]}].

strings() -> ["", "abc", " a b ", "AbC", [228, 98, 223], [$e, 769, $b], <<"abcb">>, <<"x", 228/utf8, "b">>, [<<"ab">>, "cb", [$d]], "ababab", "a\r\nb\n"].

eval(Text) ->
    case erl_scan:string(Text) of
        {ok, Tokens, End} ->
            case erl_parse:parse_exprs(Tokens) of
                {ok, Exprs} ->
                    {value, Value, Bindings} = erl_eval:exprs(Exprs, erl_eval:new_bindings()),
                    {Value, [B || {_, V} = B <- erl_eval:bindings(Bindings), not is_function(V)], lists:flatten(erl_pp:exprs(Exprs)), End};
                Error -> Error
            end;
        Error -> Error
    end.

structures(N) ->
    Pairs = [{(I * 7919) rem 1009, I} || I <- lists:seq(1, N)],
    Keys = [K || {K, _} <- Pairs],
    Dict = dict:from_list(Pairs),
    Tree = gb_trees:from_orddict(orddict:from_list(Pairs)),
    Set = gb_sets:from_list(Keys),
    Old = sets:from_list(Keys),
    New = sets:from_list(Keys, [{version, 2}]),
    Array = array:from_list(Keys),
    Queue = lists:foldl(fun queue:in/2, queue:new(), Keys),
    Graph = lists:foldl(fun(K, G) -> ordsets:add_element(K, G) end, ordsets:new(), Keys),
    {lists:sort(dict:to_list(Dict)), dict:to_list(Dict), dict:fold(fun(_, V, A) -> V + A end, 0, Dict), gb_trees:to_list(Tree), gb_trees:size(Tree), gb_sets:to_list(gb_sets:union(Set, gb_sets:from_list([1, 2, 3]))),
     sets:to_list(Old), lists:sort(sets:to_list(New)), sets:size(sets:subtract(Old, sets:from_list(lists:sublist(Keys, N div 2)))), array:to_list(array:map(fun(_, V) -> V + 1 end, Array)), queue:to_list(queue:reverse(Queue)), queue:len(Queue), Graph,
     maps:to_list(maps:groups_from_list(fun(K) -> K rem 5 end, Keys))}.
