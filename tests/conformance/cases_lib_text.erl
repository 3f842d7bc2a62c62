%% string, binary, unicode, base64, io_lib, re, calendar, rand.
-module(cases_lib_text).
-export([cases/0, text/2, random/2, jump/1]).

-import(conformance_generator, [calls/4]).

cases() ->
    calls(string, 1, 30, strings()) ++ calls(binary, 2, 20, binaries()) ++ calls(unicode, 3, 30, unicode()) ++ calls(base64, 4, 25, base64()) ++
        formats() ++ calls(io_lib, 5, 25, io_lib()) ++ freads() ++ calls(calendar, 6, 25, calendar()) ++ rfc3339() ++
        [{?MODULE, random, [A, S]} || A <- [exsss, exro928ss, exrop, exs1024s, exsp, exs64, exsplus, exs1024, dummy], S <- [1, 42, {1, 2, 3}, 1 bsl 70]] ++
        [{?MODULE, jump, [A]} || A <- [exsss, exro928ss, exrop, exs1024s, exsp, exsplus, exs1024]] ++
        [{rand, mwc59, [X]} || X <- [1, 12345, 1 bsl 58]] ++ [{rand, F, [X]} || F <- [mwc59_value32, mwc59_value, mwc59_float], X <- [1, 12345, 1 bsl 58]] ++
        [{rand, splitmix64_next, [X]} || X <- [0, 1, 1 bsl 63]] ++ [{rand, exsp_next, [[1 | 2]]}, {rand, exsp_jump, [[1 | 2]]}, {rand, mwc59_seed, [17]}].

s() -> {any, [string, wide, utf8, string, {list, {any, [{one, "abc "}, string, utf8]}, 4}]}.
strings() ->
    P = {any, [{list, {one, "ab c"}, 2}, {list, {one, "ab"}, 1}, {one, [" ", "", "a", [228], <<"b">>, [[$e, 769]]]}]},
    D = {one, [leading, trailing, both]},
    N = {int, 0, 9},
    C = {list, {one, [$a, $b, $ , 228, [$e, 769]]}, 3},
    [{F, [s()]} || F <- [is_empty, length, to_graphemes, reverse, trim, chomp, lowercase, uppercase, titlecase, casefold, next_codepoint, next_grapheme, to_integer, to_float]] ++
        [{find, [s(), P]}, {find, [s(), P, {one, [leading, trailing]}]}, {prefix, [s(), P]}, {split, [s(), P]}, {split, [s(), P, {one, [leading, trailing, all]}]},
         {replace, [s(), P, string]}, {replace, [s(), P, wide, {one, [leading, trailing, all]}]}, {lexemes, [s(), C]}, {nth_lexeme, [s(), {int, 1, 3}, C]}, {trim, [s(), D]}, {trim, [s(), D, C]},
         {take, [s(), C]}, {take, [s(), C, {one, [true, false]}]}, {take, [s(), C, {one, [true, false]}, {one, [leading, trailing]}]}, {pad, [s(), N]},
         {pad, [s(), N, D]}, {pad, [s(), N, D, {one, [$*, "ab", 228]}]}, {slice, [s(), N]}, {slice, [s(), N, N]}, {equal, [s(), s()]}, {equal, [s(), s(), {one, [true, false]}]},
         {equal, [wide, wide, {one, [true, false]}, {one, [none, nfc, nfd, nfkc, nfkd]}]}] ++
        [{F, [{rarely, string, wrong}]} || F <- [to_lower, to_upper, strip, len, words]] ++
        [{concat, [string, string]}, {chr, [string, {one, "abz"}]}, {rchr, [string, {one, "abz"}]}, {str, [string, {list, {one, "ab"}, 2}]}, {rstr, [string, {list, {one, "ab"}, 2}]},
         {span, [string, {is, "ab c"}]}, {cspan, [string, {is, "z.,"}]}, {substr, [string, {int, 1, 9}]}, {substr, [string, {int, 1, 5}, N]}, {tokens, [string, {is, " ,."}]},
         {join, [{list, string, 4}, {is, ", "}]}, {chars, [{is, $x}, N]}, {copies, [string, small]}, {words, [string, {is, $a}]}, {sub_word, [string, small]},
         {strip, [string, D, {is, $a}]}, {left, [string, N]}, {left, [string, N, {is, $.}]}, {right, [string, N]}, {centre, [string, N, {is, $.}]}, {chars, [{is, $x}, N, string]}, {sub_word, [string, small, {is, $a}]}, {strip, [string, D]},
         {list_to_integer, [{list, {one, "12-+x."}, 4}]}, {list_to_float, [{list, {one, "12.e"}, 5}]}, {right, [string, N, {is, $.}]}, {centre, [string, N]}, {sub_string, [string, {int, 1, 4}, N]}, {sub_string, [string, {int, 1, 4}]},
         {to_lower, [{one, [$A, $a, 200, 1000]}]}, {length, [wrong]}, {lexemes, [wrong, C]}, {uppercase, [wrong]}].

binaries() ->
    B = {rarely, bytes, {one, [a, <<1:3>>, "x"]}},
    P = {any, [{one, [<<"a">>, <<"ab">>, <<195>>, [<<"a">>, <<"b">>], [<<"ab">>, <<"a">>], <<>>, []]}, bytes]},
    N = {int, -1, 9},
    [{F, [B]} || F <- [bin_to_list, copy, decode_unsigned, first, last, encode_hex]] ++
        [{at, [B, N]}, {bin_to_list, [B, {tuple, [N, N]}]}, {bin_to_list, [B, N, N]}, {compile_pattern, [{one, [a, []]}]}, {copy, [B, {int, 0, 3}]}, {decode_unsigned, [B, {one, [big, little]}]},
         {encode_unsigned, [{any, [small, number]}]}, {encode_unsigned, [{one, [1000, 1 bsl 70, 0]}, {one, [big, little]}]}, {decode_hex, [{one, [<<"0aFF">>, <<"0">>, <<"xx">>, <<>>, <<"00ff1234">>]}]},
         {list_to_bin, [{list, {int, 0, 255}}]}, {longest_common_prefix, [{list, B, 3}]}, {longest_common_suffix, [{list, B, 3}]}, {match, [B, P]}, {match, [B, P, {make, fun(X) -> [{scope, X}] end, [{tuple, [N, N]}]}]},
         {matches, [B, P]}, {matches, [B, P, {make, fun(X) -> [{scope, X}] end, [{tuple, [N, N]}]}]}, {part, [B, N, N]}, {part, [B, {tuple, [N, N]}]}, {replace, [B, P, bytes]},
         {replace, [B, P, bytes, {one, [[global], [], [{insert_replaced, 0}], [global, {insert_replaced, [0, 1]}], [{scope, {1, 2}}]]}]},
         {replace, [B, P, {is, fun(X) -> <<"<", X/binary, ">">> end}, {one, [[global], []]}]}, {split, [B, P]},
         {split, [B, P, {one, [[global], [trim], [global, trim], [global, trim_all], [{scope, {1, 2}}], [foo]]}]}].

unicode() ->
    E = {one, [latin1, unicode, utf8, utf16, {utf16, little}, {utf16, big}, utf32, {utf32, little}, foo]},
    D = {any, [wide, utf8, bytes, string, wrong, {list, {any, [utf8, wide, bytes]}, 3}, {is, [55296]}, {is, [1114112]}, {is, <<240, 159, 152>>}]},
    [{F, [D]} || F <- [characters_to_binary, characters_to_list, characters_to_nfc_list, characters_to_nfc_binary, characters_to_nfd_list, characters_to_nfd_binary, characters_to_nfkc_list,
                       characters_to_nfkc_binary, characters_to_nfkd_list, characters_to_nfkd_binary]] ++
        [{characters_to_binary, [D, E]}, {characters_to_binary, [D, E, E]}, {characters_to_list, [D, E]}, {bom_to_encoding, [{one, [<<239, 187, 191>>, <<254, 255>>, <<255, 254, 0, 0>>, <<>>, <<"a">>]}]},
         {encoding_to_bom, [{one, [utf8, unicode, utf16, {utf16, little}, utf32, {utf32, little}, latin1]}]}].

base64() ->
    X = {any, [bytes, string, wide, {one, ["YWJj", "YWI=", "YQ==", "YW Jj\n", "YW=", "====", "Y!WJj", <<"YWJj">>, <<"YWI">>, ""]}]},
    [{F, [X]} || F <- [encode, encode_to_string, decode, decode_to_string, mime_decode, mime_decode_to_string]].

%% What io_lib:format gives, flattened: where the pieces are cut does not matter.
text(Format, Arguments) -> lists:flatten(io_lib:format(Format, Arguments)).

formats() ->
    Whole = ["~w", "~p", "~s", "~ts", "~tw", "~tp", "~5w", "~-5w", "~20p", "~0p", "~5.3s", "~-8s|", "~8s|", "~.2f", "~8.3f", "~e", "~.3e", "~g", "~.4g", "~c", "~3c", "~tc", "~i", "~b", "~8b", "~.16b", "~.16B", "~+b", "~#",
             "~.8#", "~+.16#", "~x", "~10.3.*s", "~8..0w", "~-8.._w", "~.36B", "~8..*b", "~30tp", "~lp", "~Kp", "~.3p", "~10.5p"],
    Simple = [0, -7, 42, 255, 1 bsl 80, 1.0, -2.5, 3.14159, 1.0e22, 1.0e-7, 123456.789, 1.0e100, atom, 'An atom', [], "abc", "a\"b\n", [0, 1], [228, 246], [955], <<"bin">>, <<1, 2, 255>>, <<"caf", 195, 169>>,
              <<3:3>>, {}, {a, "b"}, #{}, #{a => 1}, #{b => [1], "k" => {}}, [a | b], 'caf\x{e9}', '\x{3bb}'],
    [{?MODULE, text, [F, [A]]} || F <- Whole, A <- Simple] ++
        [{?MODULE, text, [F, [A, P]]} || F <- ["~x", "~X", "~.16x", "~W", "~P", "~tP", "~30P"], A <- [10, -255, 1 bsl 70, [1, 2, 3, {4, [5, [6, [7]]]}, "text"], #{a => #{b => #{c => d}}}], P <- [0, 1, 3, 5, 20, "0x", "-"]] ++
        [{?MODULE, text, [F, A]} || {F, A} <- [{"~*w|", [6, a]}, {"~-*w|", [6, a]}, {"~*.*.*w|", [8, 8, $-, abc]}, {"~.*f", [3, 2.0]}, {"~n~~~3n", []}, {"~a ~a", [x, y]}, {"~w", []}, {"~w", [a, b]}, {"~q", [a]}, {"abc~", []},
                                               {"~ts~n", [[<<"a">>, [$b | <<"c">>]]]}, {<<"~p">>, [x]}, {'~w', [1]}, {"~s", [[955]]}, {"~5", [1]}, {"~*w", [a, b]}]] ++
        [{?MODULE, text, [F, [T]]} || F <- ["~p", "~30p", "~tp", "~10p", "~60.4p"], T <- large()] ++
        [{?MODULE, text, [F, [T, D]]} || F <- ["~P", "~tP", "~40P", "~W"], T <- large(), D <- [1, 2, 4, 8, 15, 30]] ++
        generated(7, 150).

large() ->
    [lists:seq(1, 60), [{K, lists:duplicate(5, K)} || K <- [alpha, beta, gamma, delta]], maps:from_list([{I, {I, [I, I]}} || I <- lists:seq(1, 12)]), {record, field_one, {another, "string", 1.5}, [nested, [list, [with, [things]]]]},
     list_to_tuple(lists:seq(1, 40)), "a long string that must be broken over several lines because it does not fit into the width that we have given", binary:copy(<<"binary ">>, 20),
     [[["deep"], [{"deeper", <<"still">>}]] || _ <- [1, 2, 3, 4]], <<0:800>>, #{long_key_number_one => "some value", long_key_number_two => [1, 2, 3], "s" => #{inner => map, x => <<1, 2, 3>>}},
     {lists:seq($a, $z), [$a, $b, 1000], [1, 2 | tail]}, [a_long_atom_name, another_long_atom_name, 'Quoted Atom', yet_another_long_atom_name, 12345678901234567890]].

generated(Seed, N) ->
    conformance_generator:seed(Seed),
    [{?MODULE, text, [conformance_generator:one(["~p", "~w", "~tp", "~20p", "~7p", "~0p", "~tw"]), [conformance_generator:value({term, 4})]]} || _ <- lists:seq(1, N)] ++
        [{?MODULE, text, [conformance_generator:one(["~P", "~W", "~tP", "~20P"]), [conformance_generator:value({term, 4}), conformance_generator:below(12)]]} || _ <- lists:seq(1, N)].

io_lib() ->
    [{F, [{any, [term, string, wide]}]} || F <- [print, write, write_string, write_latin1_char, char_list, latin1_char_list, printable_list, printable_unicode_list, printable_latin1_list, deep_char_list, deep_latin1_char_list,
                                                 write_unicode_string, write_string_as_latin1]] ++ [{nl, []}] ++
        [{F, [{any, [atom, {one, ['a-b', 'A', 'if', '\n', '\x{3bb}', '9a', a@b, '_x', 'x\'y']}]}]} || F <- [write_atom, write_atom_as_latin1]] ++
        [{write_char, [{one, [$a, $\n, 0, 955, 200, -1]}]}, {print, [term, {int, 1, 4}, {int, 10, 40}, {int, -1, 6}]}, {write, [term, {int, -1, 6}]}, {indentation, [string, small]}, {limit_term, [term, small]},
         {format, [{is, "~p and ~p"}, {tuple, [term, term]}, {make, fun(N) -> [{chars_limit, N}] end, [{int, 0, 60}]}]},
         {format, [{is, "~p and ~w"}, {make, fun(A, B) -> [A, B] end, [term, term]}, {make, fun(N) -> [{chars_limit, N}] end, [{int, 0, 60}]}]},
         {scan_format, [{is, "~5.3.0p ~ts~n"}, {is, [a, b]}]}].

freads() ->
    Formats = ["~d", "~d ~d", "~s", "~a", "~f", "~c", "~3c", "~u", "~-", "~#", "~16u", "~8u ~s", "a~db", "~l", "~5s~s", "~*d ~d", "~2d~2d", "~ts", "~x", "~~~d", "~5", "~d,~d"],
    Inputs = ["", "12", "12 34", "-5 +6", "abc def", "1.5", "1.5e3 x", "16#ff", "ff 77", "a12b", "  x", "123456", "12,34", "~9", [955, 956], "x", "12\n34", " "],
    [{io_lib, fread, [F, I]} || F <- Formats, I <- Inputs].

calendar() ->
    Date = {any, [{tuple, [{int, 1970, 2030}, {int, 1, 12}, {int, 1, 31}]}, {tuple, [{int, 0, 3000}, {int, 1, 12}, {int, 1, 28}]}]},
    Time = {tuple, [{int, 0, 23}, {int, 0, 59}, {int, 0, 59}]},
    DT = {tuple, [Date, Time]},
    Days = {int, 0, 800000},
    Seconds = {int, 0, 70000000000},
    [{date_to_gregorian_days, [Date]}, {date_to_gregorian_days, [{int, 0, 2020}, {int, 0, 13}, {int, 0, 32}]}, {datetime_to_gregorian_seconds, [DT]}, {day_of_the_week, [Date]}, {day_of_the_week, [{int, 0, 2020}, {int, 0, 13}, {int, 0, 32}]}, {system_time_to_universal_time, [Seconds, {one, [second, millisecond, nanosecond]}]}, {now_to_datetime, [{tuple, [small, {int, 0, 999999}, small]}]}, {now_to_universal_time, [{tuple, [small, {int, 0, 999999}, small]}]},
      {gregorian_days_to_date, [Days]},
     {gregorian_seconds_to_datetime, [Seconds]}, {is_leap_year, [{int, 0, 3000}]}, {iso_week_number, [Date]}, {last_day_of_the_month, [{int, 1900, 2100}, {int, 1, 12}]}, {seconds_to_daystime, [{int, -100000, 10000000}]},
     {seconds_to_time, [{int, 0, 90000}]}, {time_difference, [DT, DT]}, {time_to_seconds, [Time]}, {valid_date, [{rarely, Date, wrong}]}, {valid_date, [{int, -1, 2020}, {int, 0, 13}, {int, 0, 32}]},
     {system_time_to_rfc3339, [Seconds, {one, [[{offset, "Z"}], [{offset, "+01:30"}], [{offset, 3600}, {time_designator, $\s}], [{offset, "Z"}, {unit, millisecond}], [{offset, "-02:00"}, {unit, nanosecond}]]}]}].

rfc3339() ->
    [{calendar, rfc3339_to_system_time, [S, O]} || S <- ["2018-02-01T15:18:02Z", "2018-02-01T15:18:02.088Z", "2018-02-01 15:18:02+05:00", "2018-02-01T15:18:02.123456789-01:00", "foo", "2018-13-01T00:00:00Z"],
                                                   O <- [[], [{unit, millisecond}], [{unit, nanosecond}]]].

random(Algorithm, Seed) ->
    S0 = rand:seed_s(Algorithm, Seed),
    {L, S1} = lists:mapfoldl(fun(F, S) -> F(S) end, S0, lists:append(lists:duplicate(12, [fun rand:uniform_s/1, fun(S) -> rand:uniform_s(10, S) end, fun rand:normal_s/1, fun(S) -> rand:uniform_s(1 bsl 90, S) end,
                                                                        fun rand:uniform_real_s/1, fun(S) -> rand:normal_s(3, 2.5, S) end, fun(S) -> rand:bytes_s(7, S) end, fun(S) -> rand:uniform_s(1 bsl 58 + 3, S) end]))),
    rand:seed(Algorithm, Seed),
    {L, rand:export_seed_s(S1), [rand:uniform(1000) || _ <- lists:seq(1, 20)], rand:uniform(), rand:normal(), rand:uniform_real(), rand:bytes(5), rand:export_seed()}.

jump(Algorithm) ->
    S = rand:jump(rand:seed_s(Algorithm, 7)),
    {rand:export_seed_s(S), element(1, rand:uniform_s(S))}.
