%% Elixir's own library, called from Erlang.
-module(cases_elixir).
-import(conformance_runner, [clean/1]).
-export([cases/0, agent/1, task/1, server/1, init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2, stream/1, streamed/2, struct/1, message/1]).

-import(conformance_generator, [calls/4]).

cases() ->
    calls('Elixir.Enum', 1, 12, enum()) ++ calls('Elixir.String', 2, 12, strings()) ++ calls('Elixir.Map', 3, 12, maps()) ++ calls('Elixir.Keyword', 4, 12, keywords()) ++
        calls('Elixir.List', 5, 12, lists()) ++ calls('Elixir.Integer', 6, 12, integers()) ++ calls('Elixir.Float', 7, 12, floats()) ++ calls('Elixir.Tuple', 8, 8, tuples()) ++
        calls('Elixir.MapSet', 9, 12, mapsets()) ++ inspects() ++ calls('Elixir.Kernel', 10, 40, kernel()) ++
        calls('Elixir.String.Chars', 11, 40, [{to_string, [{any, [atom, small, string, utf8, number, {list, small}, {is, {}}]}]}]) ++ regexes() ++ calls('Elixir.Regex', 13, 30, generated_regexes()) ++ streamed() ++
        [{?MODULE, stream, [W]} || W <- [map, filter, take, cycle, iterate, unfold, chunk, with_index, dedup, flat_map, zip, concat, resource, take_every, scan, transform, uniq, reject, interval, range, lazy_drop, intersperse, chunk_by, chunk_while, each, into, map_every, repeatedly, run, timer, transform_after, uniq_by, duplicate, zip_all]] ++
        [{?MODULE, agent, [W]} || W <- [get, update, get_and_update, cast, stop, crash]] ++ [{?MODULE, task, [W]} || W <- [await, async_stream, yield, yield_many, shutdown, timeout, start, unordered, supervised]] ++
        [{?MODULE, server, [W]} || W <- [call, cast, info, stop, continue, named, timeout, noproc, registry, dynamic, supervisor]] ++
        [{?MODULE, struct, [W]} || W <- [date, time, datetime, naive, range, uri, version, date_range, add, diff, sigil, base, bitwise, access, exception, code, atom, path, io, function, calendar]] ++
        [{?MODULE, message, [E]} || E <- [badarg, badarith, undef, function_clause, {badmatch, 1}, {case_clause, x}, if_clause, {badkey, k}, {badmap, m}, {badfun, f}, {badarity, x}, {try_clause, x}, system_limit, {foo, bar}]].

range(A, B) -> #{'__struct__' => 'Elixir.Range', first => A, last => B, step => case A =< B of true -> 1; false -> -1 end}.
f1() -> {one, [fun(X) -> {X} end, fun(X) -> X end]}.
test() -> {one, [fun is_atom/1, fun(X) -> X > 2 end, fun(_) -> true end, fun(X) -> X =:= 1 end]}.
col() -> {any, [{list, key}, {list, small}, {make, fun range/2, [small, {int, 0, 9}]}, {make, fun maps:from_list/1, [{list, pair}]}, {make, fun 'Elixir.MapSet':new/1, [{list, small}]}]}.
ints() -> {any, [{list, small}, {make, fun range/2, [small, {int, 0, 9}]}]}.
i() -> {int, -4, 6}.

enum() ->
    C = col(), T = test(),
    [{F, [C]} || F <- ['empty?', count, to_list, reverse, uniq, dedup, sort, max, min, frequencies, with_index, 'all?', 'any?']] ++ [{F, [ints()]} || F <- [sum, product, min_max, max, min]] ++
    [{F, [C, T]} || F <- ['all?', 'any?', count, filter, reject, find, find_index, find_value, partition, split_with, take_while, drop_while, split_while, group_by, chunk_by, dedup_by, uniq_by, frequencies_by, map, each]] ++
    [{F, [C, i()]} || F <- [at, drop, take, split]] ++ [{fetch, [C, i()]}, {'fetch!', [C, i()]}, {at, [C, i(), key]}, {slice, [C, i(), small]}, {slice, [C, {make, fun range/2, [small, {int, 0, 9}]}]}, {chunk_every, [C, {int, 1, 3}]},
     {chunk_every, [C, {int, 1, 3}, {int, 1, 3}, {one, [[], [x, y], discard]}]}, {concat, [{list, {list, small}, 3}]}, {concat, [C, C]}, {drop_every, [C, small]}, {take_every, [C, small]}, {map_every, [C, small, f1()]}, {flat_map, [C, {is, fun(X) -> [X, X] end}]},
     {flat_map_reduce, [C, {is, 0}, {is, fun(X, A) when A < 3 -> {[X], A + 1}; (_, A) -> {halt, A} end}]}, {intersperse, [C, {is, x}]}, {into, [{list, pair}, {one, [#{}, [], [{z, 1}]]}]}, {into, [C, {is, []}, f1()]}, {join, [{list, {any, [small, atom]}}, {one, [<<>>, <<", ">>]}]},
     {map_join, [ints(), {is, <<"-">>}, {is, fun(X) -> X * 2 end}]}, {map, [C, f1()]}, {map_reduce, [ints(), {is, 0}, {is, fun(X, A) -> {X * A, A + X} end}]}, {max_by, [C, f1()]}, {min_by, [C, f1()]}, {min_max_by, [C, f1()]}, {'member?', [C, key]},
     {reduce, [ints(), {is, fun(X, A) -> X + A end}]}, {reduce, [C, {is, []}, {is, fun(X, A) -> [X | A] end}]}, {reduce_while, [ints(), {is, 0}, {is, fun(X, A) -> case A > 5 of true -> {halt, A}; false -> {cont, A + X} end end}]}, {reverse, [C, {list, key}]},
     {reverse_slice, [C, small, small]}, {scan, [ints(), {is, fun(X, A) -> X + A end}]}, {scan, [ints(), {is, 10}, {is, fun(X, A) -> X - A end}]}, {sort, [C, {one, [asc, desc, fun(A, B) -> A >= B end]}]}, {sort_by, [C, f1()]}, {sort_by, [C, f1(), {one, [asc, desc]}]},
     {unzip, [{list, pair}]}, {with_index, [C, {any, [small, {is, fun(X, I) -> {I, X} end}]}]}, {zip, [C, C]}, {zip, [{list, C, 3}]}, {zip_with, [C, C, {is, fun(A, B) -> [A, B] end}]}, {zip_reduce, [C, C, {is, []}, {is, fun(A, B, R) -> [{A, B} | R] end}]}, {'fetch!', [C, {is, 100}]},
     {slide, [{list, small}, small, small]}, {chunk_every, [C, {int, 1, 3}, {int, 1, 3}]}, {count_until, [C, test(), {int, 1, 4}]}, {find, [C, {is, none}, T]}, {find_value, [C, {is, none}, T]}, {join, [{list, small}]}, {map_intersperse, [C, {is, x}, f1()]}, {map_join, [ints(), f1()]},
     {max, [C, {is, fun() -> none end}]}, {min, [C, {is, fun() -> none end}]}, {max_by, [C, f1(), {is, fun(A, B) -> A >= B end}]}, {min_by, [C, f1(), {is, fun(A, B) -> A =< B end}]}, {min_max, [C, {is, fun() -> none end}]}, {zip_with, [{list, C, 3}, {is, fun(L) -> L end}]}, {zip_reduce, [{list, C, 3}, {is, []}, {is, fun(L, A) -> [L | A] end}]}, {chunk_while, [ints(), {is, []}, {is, fun(X, A) when X rem 3 =:= 0 -> {cont, A, [X]}; (X, A) -> {cont, [X | A]} end}, {is, fun([]) -> {cont, []}; (A) -> {cont, A, []} end}]},
     {count_until, [C, {int, 1, 4}]}, {group_by, [C, T, f1()]}, {count, [wrong]}, {map, [wrong, f1()]}].

strings() ->
    S = {any, [{make, fun list_to_binary/1, [string]}, utf8]},
    P = {one, [<<"a">>, <<" ">>, <<"b ">>, <<228/utf8>>, [<<"a">>, <<"b">>], <<".">>]},
    P1 = {one, [<<"a">>, <<" ">>, <<"b">>, <<228/utf8>>]},
    [{F, [S]} || F <- [length, graphemes, codepoints, upcase, downcase, capitalize, reverse, split, trim, trim_leading, trim_trailing, first, last, next_codepoint, next_grapheme, next_grapheme_size, to_charlist, to_atom, 'valid?', 'printable?']] ++
    [{F, [S, P]} || F <- ['contains?', split, 'starts_with?', 'ends_with?']] ++ [{F, [S, P1]} || F <- [trim, trim_leading, trim_trailing]] ++
    [{at, [S, i()]}, {slice, [S, i(), small]}, {slice, [S, {make, fun range/2, [small, {int, 0, 9}]}]}, {split, [S, P, {one, [[{trim, true}], [{parts, 2}], [{parts, 2}, {trim, true}]]}]}, {split_at, [S, i()]}, {replace, [S, P, {one, [<<"x">>, <<>>]}]}, {replace, [S, P, {is, fun(X) -> <<X/binary, X/binary>> end}]},
     {replace, [S, P, {is, <<"x">>}, {is, [{global, false}]}]}, {replace_leading, [S, P1, {is, <<"x">>}]}, {replace_trailing, [S, P1, {is, <<"x">>}]}, {replace_prefix, [S, P1, {is, <<"x">>}]}, {replace_suffix, [S, P1, {is, <<"x">>}]}, {duplicate, [S, small]}, {pad_leading, [S, {int, 0, 9}]},
     {pad_trailing, [S, {int, 0, 9}, {one, [<<"ab">>, [<<"x">>, <<"yz">>]]}]}, {'equivalent?', [S, S]}, {jaro_distance, [S, S]}, {myers_difference, [S, S]}, {chunk, [S, {one, [valid, printable]}]}, {normalize, [S, {one, [nfc, nfd, nfkc, nfkd]}]}, {upcase, [S, {one, [default, ascii, greek, turkic]}]},
     {downcase, [S, {one, [default, ascii, greek, turkic]}]}, {to_integer, [{one, [<<"12">>, <<"-5">>, <<"x">>]}]}, {to_integer, [{one, [<<"ff">>, <<"12">>]}, {is, 16}]}, {to_float, [{one, [<<"1.5">>, <<"2">>, <<"x">>]}]}, {'match?', [S, {make, fun(X) -> {ok, R} = 'Elixir.Regex':compile(X), R end, [{one, [<<"a+">>, <<"^b">>]}]}]},
     {bag_distance, [S, S]}, {capitalize, [S, {one, [default, ascii]}]}, {pad_leading, [S, {int, 0, 9}, {is, <<"ab">>}]}, {pad_trailing, [S, {int, 0, 9}]}, {'printable?', [S, small]}, {to_existing_atom, [{one, [<<"ok">>, <<"no such atom at all">>]}]},
     {length, [wrong]}, {'contains?', [S, {is, []}]}, {upcase, [wrong]}].

maps() ->
    M = {make, fun maps:from_list/1, [{list, pair}]},
    [{F, [M]} || F <- [keys, values, to_list, new]] ++ [{F, [M, key]} || F <- [delete, fetch, 'fetch!', get, 'has_key?', pop, 'pop!']] ++ [{F, [M, key, small]} || F <- [get, put, put_new, replace, 'replace!', pop]] ++ [{F, [M, {list, key, 3}]} || F <- [take, drop, split]] ++
    [{merge, [M, M]}, {merge, [M, M, {is, fun(K, A, B) -> {K, A, B} end}]}, {update, [M, key, small, f1()]}, {'update!', [M, key, f1()]}, {get_and_update, [M, key, {one, [fun(V) -> {V, new} end, fun(_) -> pop end]}]}, {'get_and_update!', [M, key, {is, fun(V) -> {V, new} end}]}, {get_lazy, [M, key, {is, fun() -> lazy end}]},
     {put_new_lazy, [M, key, {is, fun() -> lazy end}]}, {pop_lazy, [M, key, {is, fun() -> lazy end}]}, {'equal?', [M, M]}, {filter, [M, {is, fun({_, V}) -> V > 2 end}]}, {reject, [M, {is, fun({_, V}) -> V > 2 end}]}, {new, [{list, pair}, {is, fun({K, V}) -> {V, K} end}]}, {from_struct, [{is, #{'__struct__' => 'Elixir.URI', a => 1}}]},
     {replace_lazy, [M, key, f1()]}, {from_keys, [{list, key}, small]}, {fetch, [wrong, key]}, {put, [wrong, key, small]}].

keywords() ->
    K = {list, {tuple, [atom, small]}},
    [{F, [K]} || F <- [keys, values, 'keyword?', to_list, new]] ++ [{F, [K, atom]} || F <- [delete, delete_first, fetch, 'fetch!', get, get_values, 'has_key?', pop, 'pop!', pop_first, pop_values]] ++ [{F, [K, atom, small]} || F <- [get, put, put_new, replace, 'replace!', pop]] ++
    [{F, [K, {list, atom, 3}]} || F <- [take, drop, split]] ++ [{merge, [K, K]}, {merge, [K, K, {is, fun(_, A, B) -> A + B end}]}, {update, [K, atom, small, f1()]}, {'update!', [K, atom, f1()]}, {'equal?', [K, K]}, {filter, [K, {is, fun({_, V}) -> V > 2 end}]}, {reject, [K, {is, fun({_, V}) -> V > 2 end}]}, {'keyword?', [term]},
     {from_keys, [{list, atom}, small]}, {new, [K, {is, fun({A, B}) -> {A, {B}} end}]}, {pop_first, [K, atom, small]}, {pop_lazy, [K, atom, {is, fun() -> lazy end}]}, {put_new_lazy, [K, atom, {is, fun() -> lazy end}]}, {replace_lazy, [K, atom, f1()]},
     {'get_and_update!', [K, atom, {is, fun(V) -> {V, new} end}]}, {validate, [K, {list, {any, [atom, {tuple, [atom, small]}]}}]}, {get_and_update, [K, atom, {one, [fun(V) -> {V, new} end, fun(_) -> pop end]}]}, {get_lazy, [K, atom, {is, fun() -> lazy end}]}, {'validate!', [K, {list, atom, 4}]}].

lists() ->
    L = {list, key}, T = {list, pair},
    [{F, [L]} || F <- [first, last, flatten, wrap, to_tuple, 'improper?']] ++ [{to_string, [{any, [string, wide]}]}, {to_charlist, [{any, [string, wide]}]}, {to_integer, [{one, ["12", "x"]}]}, {to_float, [{one, ["1.5", "x"]}]}, {to_atom, [string]}] ++
    [{delete, [L, key]}, {delete_at, [L, i()]}, {duplicate, [key, small]}, {insert_at, [L, i(), key]}, {keydelete, [T, key, {is, 0}]}, {keyfind, [T, key, {is, 0}]}, {'keymember?', [T, key, {int, 0, 1}]}, {keyreplace, [T, key, {is, 0}, pair]}, {keysort, [T, {int, 0, 1}]}, {keystore, [T, key, {is, 0}, pair]}, {keytake, [T, key, {is, 0}]},
     {myers_difference, [{list, small}, {list, small}]}, {pop_at, [L, i()]}, {replace_at, [L, i(), key]}, {'starts_with?', [{list, small}, {list, small, 1}]}, {update_at, [L, i(), f1()]}, {zip, [{list, L, 3}]}, {keyfind, [T, key, {is, 0}, small]}, {'keyfind!', [T, key, {is, 0}]}, {last, [L, {is, none}]}, {pop_at, [L, i(), small]}, {to_existing_atom, [{one, ["ok", "not an atom yet"]}]}, {to_integer, [{one, ["ff", "x"]}, {is, 16}]}, {keysort, [T, {int, 0, 1}, {one, [asc, desc]}]},
     {foldl, [L, {is, []}, {is, fun(X, A) -> [X | A] end}]}, {foldr, [L, {is, []}, {is, fun(X, A) -> [X | A] end}]},
     {first, [L, {is, none}]}, {flatten, [{list, {any, [key, L]}}, L]}, {'ascii_printable?', [string]}, {'ascii_printable?', [wide, small]}].

integers() ->
    N = {any, [{int, -100, 100}, {one, [1 bsl 70, 255, 0]}]},
    [{digits, [N]}, {digits, [N, {int, 1, 16}]}, {undigits, [{list, small}]}, {undigits, [{list, small}, {int, 5, 16}]}, {floor_div, [N, {int, -3, 3}]}, {mod, [N, {int, -3, 3}]}, {gcd, [N, N]}, {extended_gcd, [N, N]}, {pow, [{int, -5, 5}, {int, -1, 60}]}, {to_string, [N]}, {to_string, [N, {int, 2, 36}]}, {to_charlist, [N, {int, 1, 37}]},
     {parse, [{one, [<<"12">>, <<"12abc">>, <<"-7.5">>, <<"x">>, <<>>, <<"+3">>]}]}, {parse, [{one, [<<"ff">>, <<"12">>, <<"zz">>]}, {int, 2, 36}]}].
floats() ->
    F = {one, [0.0, 1.5, -2.5, 3.14159, 1.0e20, 1.0e-10, 123.456, 5.055]},
    [{ceil, [F, {int, 0, 5}]}, {floor, [F, {int, 0, 5}]}, {round, [F, {int, 0, 5}]}, {ratio, [F]}, {to_string, [F]}, {to_charlist, [F]}, {pow, [F, {int, 0, 3}]}, {parse, [{one, [<<"1.5">>, <<"1">>, <<"1.5e3x">>, <<"x">>, <<"-.5">>, <<"1e400">>]}]}, {max_finite, []}, {min_finite, []}].
tuples() ->
    T = {make, fun list_to_tuple/1, [{list, key}]},
    [{append, [T, key]}, {delete_at, [T, {int, 0, 5}]}, {duplicate, [key, small]}, {insert_at, [T, {int, 0, 5}, key]}, {to_list, [T]}, {sum, [{is, {1, 2, 3.5}}]}, {product, [{is, {1, 2, 3.5}}]}].
mapsets() ->
    M = {make, fun 'Elixir.MapSet':new/1, [{list, key}]},
    [{F, [M, M]} || F <- [difference, 'disjoint?', 'equal?', intersection, 'subset?', union, symmetric_difference]] ++ [{F, [M, key]} || F <- [delete, put, 'member?']] ++ [{size, [M]}, {to_list, [M]}, {new, [{list, key}, f1()]}, {filter, [M, test()]}, {reject, [M, test()]}].

kernel() ->
    [{inspect, [term]}, {inspect, [{any, [wide, utf8, string, bytes]}]}, {inspect, [term, {one, [[{limit, 3}], [{width, 20}, {pretty, true}], [{charlists, as_lists}], [{binaries, as_binaries}], [{base, hex}], [{limit, 2}, {pretty, true}]]}]}].

inspects() ->
    [{'Elixir.Kernel', inspect, [T]} || T <- [range(1, 10), #{range(1, 10) => 1}, 'Elixir.Enum', 'Elixir', 'Elixir.a', nil, 'a?', 'b!', 'with space', '+', '@', 'Foo', "abc", [7, 8, 27], [{a, 1}, {'b c', 2}], #{a => 1, 'B c' => 2}, #{1 => 2}, 1.0, 1.0e20, 1.5e-7, <<"a\"b\n">>, <<255>>, <<1:3>>, <<0>>, {}, {1}, fun lists:map/2,
       'Elixir.MapSet':new([1, 2, 3]), #{'__struct__' => 'Elixir.NoSuch', a => 1}, maps:from_list([{I, I} || I <- lists:seq(1, 60)]), lists:seq(1, 200), [a | b], "caf\x{e9}", <<"caf\x{e9}"/utf8>>, 'caf\x{e9}', true, -0.0, 16#ffffffffffffffffffff, [[[[[1]]]]], [{1, 2}, {a, 3}], [nil, true], 'Elixir.Foo.Bar', 'Elixir.foo']] ++
    [{'Elixir.Kernel', inspect, [T, [{pretty, true}, {width, W}]]} || W <- [10, 30, 80], T <- [lists:seq(1, 40), maps:from_list([{I, {I, "text", [atom]}} || I <- lists:seq(1, 15)]), [{long_key, [nested, list]}, {other_key, #{a => <<"b">>}}], {tuple, [with, [deep, [lists, {and_tuples, "x"}]]]}]].

regexes() ->
    R = fun(S, O) -> {ok, X} = 'Elixir.Regex':compile(S, O), X end,
    Rs = [R(S, <<>>) || S <- [<<"a">>, <<"(?<x>\\w)(?<y>\\d)?">>, <<"\\s+">>, <<"^b|c$">>, <<"">>]] ++ [R(<<"A">>, <<"i">>), R(<<"."/utf8>>, <<"u">>), R(<<"a.c">>, <<"s">>)],
    Ss = [<<"abc a1 b2">>, <<>>, <<"caf\x{e9}"/utf8>>, <<"a\nc">>],
    [{'Elixir.Regex', F, [X, S]} || F <- ['match?', run, scan, split, named_captures], X <- Rs, S <- Ss] ++ [{'Elixir.Regex', replace, [X, S, P]} || X <- Rs, S <- Ss, P <- [<<"-">>, <<"[\\0]">>, <<"\\1">>, fun(Y) -> <<"<", Y/binary, ">">> end]] ++ [{'Elixir.Regex', F, [X]} || F <- [source, opts, names], X <- Rs] ++
    [{'Elixir.Regex', run, [X, S, O]} || X <- Rs, S <- Ss, O <- [[{return, index}], [{capture, first}], [{capture, none}], [{offset, 0}]]] ++ [{'Elixir.Regex', escape, [<<"a.b*c[d]">>]}, {'Elixir.Regex', compile, [<<"(">>]}, {'Elixir.Regex', 'compile!', [<<"*">>]}, {'Elixir.Kernel', inspect, [hd(Rs)]},
     {'Elixir.Regex', split, [hd(Rs), <<"banana">>, [{trim, true}]]}, {'Elixir.Regex', split, [hd(Rs), <<"banana">>, [{parts, 2}]]}, {'Elixir.Regex', split, [hd(Rs), <<"banana">>, [{include_captures, true}]]}].

generated_regexes() ->
    R = {make, fun(P, O) -> {ok, X} = 'Elixir.Regex':compile(P, O), X end,
         [{one, [<<"a">>, <<"(a|b)+">>, <<"(?<x>[a-c]+)(?<y> ?)">>, <<"\\s*">>, <<"^.|.$">>, <<"(?i)Z">>, <<"[^ ]{2,3}">>, <<"\\b\\w">>, <<"a*?b">>, <<"(?=c).">>, <<"">>]}, {one, [<<>>, <<"u">>, <<"i">>, <<"um">>, <<"U">>]}]},
    S = {any, [{make, fun list_to_binary/1, [string]}, utf8]},
    [{F, [R, S]} || F <- ['match?', run, scan, split, named_captures]] ++
        [{run, [R, S, {one, [[{return, index}], [{capture, first}], [{capture, all_names}], [{capture, [x]}], [{offset, 1}]]}]}, {scan, [R, S, {one, [[{return, index}], [{capture, first}]]}]},
         {split, [R, S, {one, [[{trim, true}], [{parts, 2}], [{include_captures, true}], [{parts, 3}, {trim, true}]]}]}, {replace, [R, S, {one, [<<"-">>, <<"[\\0]">>, <<"\\1">>, fun(X) -> <<X/binary, "!">> end]}]},
         {replace, [R, S, {is, <<"_">>}, {is, [{global, false}]}]}, {source, [R]}, {names, [R]}].

%% Calls of Stream, and what its streams give.
streamed() -> [{?MODULE, streamed, [F, A]} || {_, F, A} <- calls('Elixir.Stream', 14, 25, streams())].
streamed(F, A) ->
    case apply('Elixir.Stream', F, A) of
        S when is_list(S); is_map(S); is_function(S) -> 'Elixir.Enum':take(S, 40);
        Other -> Other
    end.
streams() ->
    C = col(), T = test(), N = {int, 0, 5},
    [{F, [C]} || F <- [dedup, uniq, with_index, cycle]] ++ [{F, [C, T]} || F <- [filter, reject, take_while, drop_while, chunk_by, dedup_by, uniq_by]] ++
        [{F, [C, i()]} || F <- [take, drop]] ++ [{F, [C, N]} || F <- [take_every, drop_every]] ++
        [{map, [C, f1()]}, {map_every, [C, N, f1()]}, {chunk_every, [C, {int, 0, 3}]}, {chunk_every, [C, {int, 1, 3}, {int, 1, 3}]}, {chunk_every, [C, {int, 1, 3}, {int, 1, 3}, {one, [[], [x, y], discard]}]},
         {concat, [{list, C, 3}]}, {concat, [C, C]}, {flat_map, [C, {one, [fun(X) -> [X, X] end, fun(_) -> [] end]}]}, {intersperse, [C, {is, x}]}, {scan, [ints(), {is, fun(X, A) -> X + A end}]},
         {scan, [ints(), {is, 10}, {is, fun(X, A) -> X - A end}]}, {with_index, [C, i()]}, {zip, [C, C]}, {zip, [{list, C, 3}]}, {zip_with, [C, C, {is, fun(A, B) -> [A, B] end}]},
         {transform, [C, {is, 0}, {one, [fun(X, A) -> {[X, A], A + 1} end, fun(X, A) when A < 2 -> {[X], A + 1}; (_, A) -> {halt, A} end]}]}, {iterate, [small, {is, fun(X) -> X + 1 end}]},
         {unfold, [small, {is, fun(0) -> nil; (N0) -> {N0, N0 - 1} end}]}, {filter, [wrong, T]}, {take, [C, wrong]}, {into, [C, {is, []}]},
         {chunk_while, [C, {is, []}, {is, fun(X, A) -> case length(A) of 2 -> {cont, [X | A], []}; _ -> {cont, [X | A]} end end}, {is, fun([]) -> {cont, []}; (A) -> {cont, A, []} end}]}].

l(S) -> 'Elixir.Enum':to_list(S).
stream(map) -> l('Elixir.Stream':map([1, 2, 3], fun(X) -> X * 2 end));
stream(filter) -> l('Elixir.Stream':filter(range(1, 10), fun(X) -> X rem 2 =:= 0 end));
stream(take) -> [l('Elixir.Stream':take(range(1, 10), N)) || N <- [0, 3, -2, 20]];
stream(cycle) -> 'Elixir.Enum':take('Elixir.Stream':cycle([1, 2, 3]), 8);
stream(iterate) -> 'Elixir.Enum':take('Elixir.Stream':iterate(1, fun(X) -> X * 2 end), 10);
stream(unfold) -> l('Elixir.Stream':unfold(5, fun(0) -> nil; (N) -> {N, N - 1} end));
stream(chunk) -> l('Elixir.Stream':chunk_every(range(1, 10), 3));
stream(with_index) -> l('Elixir.Stream':with_index([a, b, c], 5));
stream(dedup) -> l('Elixir.Stream':dedup([1, 1, 2, 2, 1]));
stream(flat_map) -> l('Elixir.Stream':flat_map([1, 2], fun(X) -> [X, X] end));
stream(zip) -> {l('Elixir.Stream':zip([1, 2, 3], 'Elixir.Stream':cycle([a, b]))), l('Elixir.Stream':zip_with([[1, 2], [3, 4]], fun(L) -> lists:sum(L) end))};
stream(concat) -> l('Elixir.Stream':concat([[1], range(2, 4), []]));
stream(resource) -> l('Elixir.Stream':resource(fun() -> 3 end, fun(0) -> {halt, 0}; (N) -> {[N, N], N - 1} end, fun(_) -> ok end));
stream(take_every) -> {l('Elixir.Stream':take_every(range(1, 10), 3)), l('Elixir.Stream':drop_every(range(1, 10), 3))};
stream(scan) -> l('Elixir.Stream':scan(range(1, 5), fun(X, A) -> X + A end));
stream(transform) -> l('Elixir.Stream':transform(range(1, 10), 0, fun(X, A) when A < 3 -> {[X, X], A + 1}; (_, A) -> {halt, A} end));
stream(uniq) -> l('Elixir.Stream':uniq([1, 2, 1, 3, 2]));
stream(reject) -> l('Elixir.Stream':reject([1, a, 2], fun is_atom/1));
stream(interval) -> 'Elixir.Enum':take('Elixir.Stream':interval(2), 3);
stream(range) -> l('Elixir.Stream':map(#{'__struct__' => 'Elixir.Range', first => 10, last => 1, step => -3}, fun(X) -> X end));
stream(lazy_drop) -> {l('Elixir.Stream':drop(range(1, 5), 2)), l('Elixir.Stream':drop(range(1, 5), -2)), l('Elixir.Stream':drop_while(range(1, 5), fun(X) -> X < 3 end)), l('Elixir.Stream':take_while(range(1, 5), fun(X) -> X < 3 end))};
stream(chunk_by) -> l('Elixir.Stream':chunk_by([1, 2, a, b, 3], fun is_atom/1));
stream(chunk_while) -> l('Elixir.Stream':chunk_while(range(1, 7), [], fun(X, A) when X rem 3 =:= 0 -> {cont, [X | A], []}; (X, A) -> {cont, [X | A]} end, fun(A) -> {cont, A, []} end));
stream(each) -> put(seen, []), 'Elixir.Stream':run('Elixir.Stream':each([1, 2], fun(X) -> put(seen, [X | get(seen)]) end)), erase(seen);
stream(into) -> {l('Elixir.Stream':into([{a, 1}], #{})), l('Elixir.Stream':into([1], [], fun(X) -> {X, X} end))};
stream(map_every) -> l('Elixir.Stream':map_every(range(1, 6), 2, fun(X) -> -X end));
stream(repeatedly) -> 'Elixir.Enum':take('Elixir.Stream':repeatedly(fun() -> x end), 3);
stream(run) -> 'Elixir.Stream':run('Elixir.Stream':map([1], fun(X) -> X end));
stream(timer) -> l('Elixir.Stream':timer(2));
stream(transform_after) -> l('Elixir.Stream':transform([1, 2], fun() -> 0 end, fun(X, A) -> {[X + A], A + 1} end, fun(A) -> {[{last, A}], A} end, fun(_) -> ok end));
stream(uniq_by) -> {l('Elixir.Stream':uniq_by([1, 2, 3, 4], fun(X) -> X rem 2 end)), l('Elixir.Stream':dedup_by([1, 3, 2, 4], fun(X) -> X rem 2 end))};
stream(duplicate) -> l('Elixir.Stream':take('Elixir.Stream':duplicate(x, 4), 3));
stream(zip_all) -> {l('Elixir.Stream':zip([[1, 2], [a, b], range(7, 9)])), l('Elixir.Stream':zip_with([1, 2], [3, 4], fun(A, B) -> A * B end))};
stream(intersperse) -> l('Elixir.Stream':intersperse([1, 2, 3], x)).

caught(F) -> try F() catch C:R -> {C, clean(R)} end.

agent() -> {ok, A} = 'Elixir.Agent':start_link(fun() -> 1 end), A.
agent(get) -> 'Elixir.Agent':get(agent(), fun(S) -> S + 1 end);
agent(update) -> A = agent(), ok = 'Elixir.Agent':update(A, fun(S) -> S + 10 end), 'Elixir.Agent':get(A, fun(S) -> S end);
agent(get_and_update) -> A = agent(), {'Elixir.Agent':get_and_update(A, fun(S) -> {S, S * 5} end), 'Elixir.Agent':get(A, fun(S) -> S end)};
agent(cast) -> A = agent(), 'Elixir.Agent':cast(A, fun(S) -> S + 3 end), 'Elixir.Agent':get(A, fun(S) -> S end);
agent(stop) -> A = agent(), {'Elixir.Agent':stop(A), is_process_alive(A)};
agent(crash) -> {ok, A} = 'Elixir.Agent':start(fun() -> 1 end), caught(fun() -> 'Elixir.Agent':get(A, fun(_) -> erlang:error(x) end) end).

task(await) -> 'Elixir.Task':await('Elixir.Task':async(fun() -> 6 * 7 end));
task(async_stream) -> l('Elixir.Task':async_stream(range(1, 8), fun(X) -> X * X end, [{max_concurrency, 3}]));
task(unordered) -> lists:sort(l('Elixir.Task':async_stream(range(1, 8), fun(X) -> X * X end, [{ordered, false}, {max_concurrency, 2}])));
task(yield) -> T = 'Elixir.Task':async(fun() -> receive after 20 -> done end end), {'Elixir.Task':yield(T, 1), 'Elixir.Task':yield(T, 200)};
task(yield_many) -> Ts = ['Elixir.Task':async(fun() -> X end) || X <- [1, 2, 3]], [R || {_, R} <- 'Elixir.Task':yield_many(Ts)];
task(shutdown) -> T = 'Elixir.Task':async(fun() -> receive after infinity -> ok end end), 'Elixir.Task':shutdown(T);
task(timeout) -> T = 'Elixir.Task':async(fun() -> receive after infinity -> ok end end), R = case caught(fun() -> 'Elixir.Task':await(T, 5) end) of {exit, {W, _}} -> W end, 'Elixir.Task':shutdown(T, brutal_kill), R;
task(start) -> Me = self(), {ok, _} = 'Elixir.Task':start(fun() -> Me ! hi end), receive hi -> got after 100 -> none end;
task(supervised) -> {ok, S} = 'Elixir.Task.Supervisor':start_link(), R = {'Elixir.Task':await('Elixir.Task.Supervisor':async(S, fun() -> 5 end)), l('Elixir.Task.Supervisor':async_stream(S, [1, 2], fun(X) -> X + 1 end)), 'Elixir.Task.Supervisor':children(S)}, 'Elixir.Supervisor':stop(S), R.

init(continue) -> {ok, 0, {continue, go}};
init(S) -> {ok, S}.
handle_call(get, _, S) -> {reply, S, S};
handle_call(sleep, _, S) -> {noreply, S}.
handle_cast({set, N}, _) -> {noreply, N}.
handle_info(M, S) -> {noreply, {M, S}}.
handle_continue(go, _) -> {noreply, continued}.
terminate(_, _) -> ok.
genserver(X) -> {ok, P} = 'Elixir.GenServer':start(?MODULE, X), P.

server(call) -> 'Elixir.GenServer':call(genserver(1), get);
server(cast) -> P = genserver(1), 'Elixir.GenServer':cast(P, {set, 2}), 'Elixir.GenServer':call(P, get);
server(info) -> P = genserver(1), P ! x, 'Elixir.GenServer':call(P, get);
server(stop) -> P = genserver(1), {'Elixir.GenServer':stop(P), is_process_alive(P)};
server(continue) -> 'Elixir.GenServer':call(genserver(continue), get);
server(named) -> {ok, P} = 'Elixir.GenServer':start(?MODULE, 3, [{name, conf_elixir}]), R = {'Elixir.GenServer':call(conf_elixir, get), 'Elixir.GenServer':whereis(conf_elixir) =:= P, clean('Elixir.GenServer':start(?MODULE, 3, [{name, conf_elixir}]))}, 'Elixir.GenServer':stop(P), R;
server(timeout) -> P = genserver(1), caught(fun() -> 'Elixir.GenServer':call(P, sleep, 5) end);
server(noproc) -> {caught(fun() -> 'Elixir.GenServer':call(nobody_here, get) end), 'Elixir.GenServer':whereis(nobody_here)};
server(registry) ->
    {ok, R} = 'Elixir.Registry':start_link([{keys, unique}, {name, conf_registry}]),
    {ok, P} = 'Elixir.GenServer':start_link(?MODULE, 9, [{name, {via, 'Elixir.Registry', {conf_registry, key}}}]),
    A = {'Elixir.GenServer':call({via, 'Elixir.Registry', {conf_registry, key}}, get), clean('Elixir.Registry':lookup(conf_registry, key)), clean('Elixir.Registry':register(conf_registry, mine, val)), 'Elixir.Registry':count(conf_registry), clean('Elixir.Registry':register(conf_registry, key, val)), 'Elixir.Registry':keys(conf_registry, self())},
    'Elixir.GenServer':stop(P), unlink_all(), 'Elixir.Supervisor':stop(R), A;
server(dynamic) ->
    {ok, S} = 'Elixir.DynamicSupervisor':start_link([{strategy, one_for_one}]),
    {ok, P} = 'Elixir.DynamicSupervisor':start_child(S, #{id => x, start => {'Elixir.GenServer', start_link, [?MODULE, 4]}}),
    A = {'Elixir.GenServer':call(P, get), 'Elixir.DynamicSupervisor':count_children(S), 'Elixir.DynamicSupervisor':terminate_child(S, P), clean('Elixir.DynamicSupervisor':which_children(S))}, 'Elixir.Supervisor':stop(S), A;
server(supervisor) ->
    {ok, S} = 'Elixir.Supervisor':start_link([#{id => x, start => {'Elixir.GenServer', start_link, [?MODULE, 4]}}, {'Elixir.Agent', fun() -> 5 end}], [{strategy, one_for_one}]),
    A = {clean('Elixir.Supervisor':which_children(S)), 'Elixir.Supervisor':count_children(S)}, 'Elixir.Supervisor':stop(S), A.

%% To register in a registry links with it.
unlink_all() -> {links, Links} = process_info(self(), links), [unlink(P) || P <- Links, is_pid(P)].

try_all(Fs) -> [caught(F) || F <- Fs].
d(Y, M, D) -> {ok, R} = 'Elixir.Date':new(Y, M, D), R.
struct(date) -> try_all([fun() -> 'Elixir.Date':F(d(2024, 2, 29)) end || F <- [to_iso8601, to_string, day_of_week, day_of_year, 'leap_year?', quarter_of_year, days_in_month, beginning_of_month, end_of_week, to_erl]]);
struct(time) -> try_all([fun() -> 'Elixir.Time':from_iso8601(S) end || S <- [<<"12:34:56">>, <<"25:00:00">>, <<"12:34:56.789">>, <<"x">>]]);
struct(datetime) -> try_all([fun() -> 'Elixir.DateTime':from_unix(N) end || N <- [0, 1700000000, -1]] ++ [fun() -> 'Elixir.DateTime':from_iso8601(<<"2024-01-31T12:00:00.5+02:00">>) end, fun() -> 'Elixir.DateTime':to_iso8601('Elixir.DateTime':'from_unix!'(1234567890)) end]);
struct(naive) -> {ok, N} = 'Elixir.NaiveDateTime':new(2020, 1, 31, 23, 59, 59), try_all([fun() -> 'Elixir.NaiveDateTime':add(N, 2) end, fun() -> 'Elixir.Kernel':inspect(N) end, fun() -> 'Elixir.NaiveDateTime':to_iso8601(N) end, fun() -> 'Elixir.NaiveDateTime':diff(N, 'Elixir.NaiveDateTime':add(N, -100)) end]);
struct(range) -> try_all([fun() -> 'Elixir.Range':new(1, 5) end, fun() -> 'Elixir.Range':'disjoint?'(range(1, 2), range(3, 4)) end, fun() -> 'Elixir.Range':size(range(3, 9)) end, fun() -> 'Elixir.Range':new(1, 5, 0) end]);
struct(uri) -> try_all([fun() -> 'Elixir.URI':parse(S) end || S <- [<<"http://user@host:80/path?q=1#frag">>, <<"mailto:a@b">>, <<>>]] ++ [fun() -> 'Elixir.URI':encode_query(#{<<"a b">> => 1, c => <<"&">>}) end, fun() -> 'Elixir.URI':decode_query(<<"a+b=1&c=%26">>) end, fun() -> 'Elixir.URI':encode(<<"a b/\x{e9}"/utf8>>) end]);
struct(version) -> try_all([fun() -> 'Elixir.Version':'match?'(<<"1.14.0">>, R) end || R <- [<<"~> 1.12">>, <<">= 2.0.0">>, <<"== 1.14.0 or < 1.0.0">>, <<"foo">>]] ++ [fun() -> 'Elixir.Version':compare(<<"1.0.0-rc.1">>, <<"1.0.0">>) end, fun() -> 'Elixir.Version':parse(<<"1.2">>) end]);
struct(date_range) -> R = 'Elixir.Date':range(d(2024, 1, 30), d(2024, 2, 2)), try_all([fun() -> 'Elixir.Enum':map(R, fun 'Elixir.Date':to_string/1) end, fun() -> 'Elixir.Enum':count(R) end, fun() -> 'Elixir.Kernel':inspect(R) end]);
struct(add) -> try_all([fun() -> 'Elixir.Date':to_string('Elixir.Date':add(d(2024, 2, 28), N)) end || N <- [0, 1, 2, 365, -60]]);
struct(diff) -> try_all([fun() -> 'Elixir.Date':diff(d(2024, 3, 1), d(2023, 3, 1)) end, fun() -> 'Elixir.Date':compare(d(2024, 3, 1), d(2023, 3, 1)) end, fun() -> 'Elixir.Enum':sort([d(2024, 3, 1), d(2023, 3, 1)], 'Elixir.Date') end]);
struct(sigil) -> try_all([fun() -> 'Elixir.Kernel':inspect(d(2024, 3, 1)) end, fun() -> 'Elixir.Date':new(2023, 2, 29) end, fun() -> 'Elixir.Date':'new!'(2023, 2, 29) end]);
struct(base) -> try_all([fun() -> 'Elixir.Base':F(<<"hello\xff">>) end || F <- [encode16, encode32, encode64, url_encode64, hex_encode32]] ++ [fun() -> 'Elixir.Base':decode64(<<"aGVsbG8=">>) end, fun() -> 'Elixir.Base':decode16(<<"zz">>) end, fun() -> 'Elixir.Base':decode32(<<"NBSWY3DP">>) end]);
struct(bitwise) -> try_all([fun() -> 'Elixir.Bitwise':'band'(12, 10) end, fun() -> 'Elixir.Bitwise':'bsl'(1, 10) end]);
struct(access) -> try_all([fun() -> 'Elixir.Kernel':get_in(#{a => #{b => 1}}, [a, b]) end, fun() -> 'Elixir.Kernel':put_in(#{a => #{b => 1}}, [a, b], 2) end, fun() -> 'Elixir.Kernel':update_in([{a, 1}], [a], fun(X) -> X + 1 end) end, fun() -> 'Elixir.Kernel':get_in([[1, 2], [3]], ['Elixir.Access':all(), 'Elixir.Access':at(0)]) end, fun() -> 'Elixir.Access':fetch(#{a => 1}, a) end, fun() -> 'Elixir.Kernel':pop_in(#{a => #{b => 1}}, [a, b]) end]);
struct(exception) -> try_all([fun() -> 'Elixir.Exception':message('Elixir.ArgumentError':exception(<<"x">>)) end, fun() -> 'Elixir.Exception':format(error, badarg, []) end, fun() -> 'Elixir.Exception':format_banner(exit, {noproc, {gen_server, call, [a, b]}}) end, fun() -> 'Elixir.Exception':format_mfa(lists, map, 2) end, fun() -> 'Elixir.Exception':normalize(error, {badmatch, 1}) end]);
struct(code) -> try_all([fun() -> 'Elixir.Code':'ensure_loaded?'('Elixir.Enum') end, fun() -> 'Elixir.Code':'ensure_loaded?'('Elixir.NoSuch') end, fun() -> 'Elixir.Kernel':'function_exported?'('Elixir.Enum', map, 2) end]);
struct(atom) -> try_all([fun() -> 'Elixir.Atom':to_string(X) end || X <- [a, nil, 'Elixir.Foo', '\x{e9}']] ++ [fun() -> 'Elixir.Module':concat(['Elixir.Foo', <<"Bar">>]) end, fun() -> 'Elixir.Module':split('Elixir.Foo.Bar') end, fun() -> 'Elixir.Macro':underscore(<<"FooBar">>) end, fun() -> 'Elixir.Macro':camelize(<<"foo_bar">>) end]);
struct(path) -> try_all([fun() -> 'Elixir.Path':F(<<"/a/b.ex">>) end || F <- [basename, dirname, extname, rootname, split, type]] ++ [fun() -> 'Elixir.Path':join(<<"a">>, <<"/b">>) end, fun() -> 'Elixir.Path':relative_to(<<"/a/b">>, <<"/a">>) end]);
struct(io) -> try_all([fun() -> 'Elixir.IO':iodata_to_binary([1, <<"a">>]) end, fun() -> 'Elixir.IO':iodata_length([1, <<"a">>]) end, fun() -> 'Elixir.IO':chardata_to_string([233, <<"a">>]) end]);
struct(function) -> try_all([fun() -> 'Elixir.Function':identity(1) end, fun() -> 'Elixir.Function':capture(lists, map, 2) =:= fun lists:map/2 end, fun() -> lists:sort([element(1, X) || X <- 'Elixir.Function':info(fun lists:map/2)]) end, fun() -> 'Elixir.Kernel':'is_struct'(d(2024, 1, 1)) end]);
struct(calendar) -> try_all([fun() -> 'Elixir.Calendar':strftime(d(2024, 3, 1), F) end || F <- [<<"%Y-%m-%d %A %B %j">>, <<"%y %b %-d %a">>]] ++ [fun() -> 'Elixir.Calendar.ISO':days_in_month(2024, 2) end]).

message(E) ->
    X = 'Elixir.Exception':normalize(error, E, []),
    {maps:get('__struct__', X), 'Elixir.Exception':message(X), 'Elixir.Exception':format(error, E, [{m, g, 2, [{file, "m.erl"}, {line, 3}]}, {m, f, [1, a], []}])}.
