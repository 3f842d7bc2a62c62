%% binary and unicode: the functions in C.
-module(cases_binaries).
-export([cases/0, compiled/3]).

values() ->
    [<<>>, <<"a">>, <<"abc">>, <<"abcabcabc">>, <<"aaaa">>, <<"xxabcyyabc">>, <<0, 1, 2, 255>>, <<1:3>>, <<"ab", 1:4>>, [], a, 1, {},
     [<<"a">>], "abc", unaligned(<<"abcabc">>)].

unaligned(B) -> <<_:3, C/bitstring>> = <<0:3, B/binary>>, C.

patterns() ->
    [<<"a">>, <<"bc">>, <<"abc">>, <<"aa">>, <<"x">>, <<"abcabcabcabc">>, <<>>, <<1:3>>, [], [<<"a">>], [<<"a">>, <<"abc">>, <<"b">>],
     [<<"bc">>, <<"c">>], [<<>>], [<<"a">>, <<>>], [<<"a">> | <<"b">>], foo, [a], {bm, a}, {a, b, c}, [<<"ab">>, <<"bca">>, <<"abcab">>],
     [<<"a">>, <<"a">>], [<<0>>, <<255>>], unaligned(<<"b">>)].

options() ->
    [[], [{scope, {0, 1}}], [{scope, {1, 3}}], [{scope, {3, -3}}], [{scope, {0, 0}}], [{scope, {4, -1}}], [{scope, {0, 100}}],
     [{scope, {-1, 1}}], [{scope, {1, -2}}], [{scope, a}], [{scope, {a, b}}], [foo], foo, [{scope, {0, 1}} | x], [{foo, {0, 1}}],
     [global], [trim], [trim_all], [global, trim], [global, trim_all], [global, {scope, {1, 2}}], [trim, trim_all, global],
     [{scope, {1 bsl 70, 1}}], [{scope, {0, 1}}, {scope, {0, 3}}]].

cases() ->
    Values = values(),
    [{binary, F, [V, P]} || F <- [match, matches, split], V <- Values, P <- patterns()] ++
        [{binary, F, [V, P, O]} || F <- [match, matches, split], V <- Values, P <- patterns(), O <- options()] ++
        [{?MODULE, compiled, [F, V, P]} || F <- [match, matches, split], V <- Values, P <- patterns()] ++
        [{binary, replace, [V, P, R, O]} || V <- [<<"abcabc">>, <<"xyz">>, a], P <- [<<"b">>, [<<"a">>, <<"c">>], <<>>], R <- [<<"-">>, <<>>, a],
                                            O <- [[], [global], [{insert_replaced, 0}], foo]] ++
        [{binary, F, [V]} || F <- [first, last, longest_common_prefix, longest_common_suffix, list_to_bin, copy, decode_unsigned, encode_unsigned,
                                   bin_to_list],
                             V <- Values ++ more()] ++
        [{binary, F, [V, E]} || F <- [decode_unsigned, encode_unsigned], V <- Values ++ more(), E <- [big, little, foo, 1]] ++
        [{binary, F, [V, E]} || F <- [at, copy, part], V <- Values, E <- [0, 1, 2, 3, -1, a, 1.0, 1 bsl 70, {0, 1}, {1, -1}, {1, 1, 1}, {a, b}, {2, 5}],
                                F =/= copy orelse E =/= 1 bsl 70] ++
        [{binary, part, [V, A, B]} || V <- Values, A <- [0, 1, 2, 5, -1, a], B <- [0, 1, -1, 3, 10, b]] ++
        [{unicode, F, [V]} || F <- [bin_is_7bit, characters_to_list, characters_to_binary], V <- texts() ++ Values] ++
        [{unicode, F, [V, E]} || F <- [characters_to_list, characters_to_binary], V <- texts() ++ Values, E <- [latin1, unicode, utf8, utf16, {utf16, little}, utf32, foo, 1]] ++
        [{unicode, characters_to_binary, [V, I, O]} || V <- texts(), I <- [latin1, unicode, utf16, foo], O <- [latin1, utf8, utf16, {utf32, little}, foo]].

more() ->
    [0, 255, 256, 65535, 1 bsl 56, 1 bsl 59, 1 bsl 64, 1 bsl 64 - 1, 1 bsl 200 + 5, -1, -(1 bsl 70), <<0, 0>>, <<0, 1>>, <<1, 0, 0, 0, 0, 0, 0, 0, 0>>,
     <<255:200>>, [<<"abc">>, <<"abd">>], [<<"abc">>, <<"xbc">>, <<"c">>], [<<"abc">>], [<<>>, <<"a">>], [<<"a">> | b], [<<1:3>>], [a, b], [1, [2, <<3>>] | <<4>>]].

texts() ->
    ["abc", [228], [16#20ac], [16#10ffff], [16#110000], [16#d800], [16#dfff, 1], [-1], [1 bsl 70], [$a, 1 bsl 70, foo], [a], [1 | 2], [1 | <<"x">>],
     [[$a, [$b]], <<"c">>, []], [<<195, 164>>], <<195, 164>>, <<195>>, [<<195>>, <<164>>], [<<195>>, 164], [<<195>>, $a, "rest"], [<<195>>, [<<164>>, $x]],
     <<226, 130>>, <<226, 130, 172>>, [<<226>>, <<130>>, <<172>>], [<<226>>, <<130>>], [<<226>>, <<"a">>], [<<226>>, <<"ab">>, "c"], <<226, 65>>, <<226, 65, 66>>,
     <<240, 144, 128, 128>>, <<240, 144, 128>>, <<240, 144>>, <<240>>, <<240, 65>>, <<240, 144, 65>>, <<244, 144, 128, 128>>, <<245, 128, 128, 128>>,
     <<192, 128>>, <<193, 191>>, <<224, 128, 128>>, <<237, 160, 128>>, <<240, 128, 128, 128>>, <<255>>, <<254, 1>>, <<128>>, <<"ab", 255, "cd">>,
     [<<"ab", 255, "cd">>], [$x, <<"ab", 255, "cd">>, $y], [$x, [$y, <<"ab", 255, "cd">>, $z], $q | <<"t">>], [$x, [$y, [$z, 16#d800, $a], $b], $c],
     [[], [[]], []], [[[[<<255>>]]]], <<1:3>>, [<<1:3>>], [$a | <<195>>], [[$a | <<195>>], $b], [[$a | <<195>>] | <<164>>], [<<195>>], [<<195>>, []],
     [<<>>, <<195, 164, 195>>], [<<195, 164, 195>>, <<164, 226>>, <<130, 172, 65>>], [300, <<"a">>, 228], foo, {}, [{}], unaligned(<<195, 164, 65>>),
     unaligned(<<65, 255, 66>>), [unaligned(<<195>>), <<164>>], [256], [255, 256, 257], <<228, 65>>, lists:seq(0, 300), [16#fffe, 16#ffff],
     <<"abc", 237, 159, 191>>, <<238, 128, 128>>].

compiled(F, Subject, Pattern) -> binary:F(Subject, binary:compile_pattern(Pattern)).
