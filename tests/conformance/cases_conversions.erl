%% erlang: conversions between types, with values of every type in every place.
-module(cases_conversions).
-export([cases/0, md5_parts/1, pid_text/1, compressed/1]).

%% One or more of everything.
values() ->
    [0, 1, -1, 255, 256, 65, 1 bsl 59 - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1, 1 bsl 63, 1 bsl 64,
     -(1 bsl 64), 123456789012345678901234567890, 0.0, -0.0, 1.0, -1.5, 1.0e22, 1.0e-7, 123.456, 1.0e308,
     2.2250738585072014e-308, 5.0e-324, 0.1, 1.0e100, 9007199254740993.0, a, 'Hello World', '', true, [],
     'a\x{e4}', '\x{20ac}uro', {}, {1}, {a, b, c}, "abc", "12", "-12", "+12", "1.5", "-1.5e3", "1e3", "1.",
     "ff", "FF", "zz", "", " 1", "1 ", [1, 2 | 3], [$1 | $2], [1000, 2000], [16#d800], [-1], [256 + $1], [$1, 256 + $2],
     [a], ["1", [$2]], [<<"1">>, $2 | <<"3">>], <<>>, <<"abc">>, <<"12">>, <<"-12">>, <<"+12">>, <<"1.5">>,
     <<"1.5e10">>, <<"1.5e400">>, <<"-0">>, <<"000">>, <<"ff">>, <<1:3>>, <<1, 2, 3:4>>, <<255>>, <<195, 164>>,
     <<226, 130, 172>>, <<237, 160, 128>>, #{}, #{a => 1}, "-", "+", <<"-">>, <<"+">>, "--1", <<"--1">>, "-0",
     [$-, 256 + $1], [256 + $-, $1], "1\x{0}", "1.0\x{0}", <<"1.0", 0>>, <<"1.0", 0, "x">>, "1,5", ".5", "1.5.5",
     lists:duplicate(255, $a), lists:duplicate(256, $a), binary:copy(<<"a">>, 255), binary:copy(<<"a">>, 256),
     lists:duplicate(255, 16#e4), binary:copy(<<195, 164>>, 255), binary:copy(<<195, 164>>, 256),
     lists:duplicate(256, $a) ++ [x], "12345678901234567890", <<"12345678901234567890123">>, [[]], [[[1], 2] | <<3>>],
     [<<1:1>>], [<<1:1>>, <<2:2>>], [1 | <<1:1>>], [<<1:1>> | 3], "<0.1.2>", "<0.32767.0>", "<0.32768.0>",
     "<1.2.3>", "<0.1>", "<0.1.2", "<0.1.2>x", "<a.b.c>", "#Port<0.5>", "#Port<1.5>", "#Port<0.>",
     fun erlang:self/0].

cases() ->
    Values = values(),
    [{erlang, F, [V]}
     || F <- [atom_to_list, atom_to_binary, list_to_atom, binary_to_atom, integer_to_list, integer_to_binary,
              list_to_integer, binary_to_integer, float_to_list, float_to_binary, list_to_float, binary_to_float,
              tuple_to_list, list_to_tuple, binary_to_list, bitstring_to_list, list_to_binary, iolist_to_binary,
              list_to_bitstring, iolist_size, iolist_to_iovec, list_to_pid, list_to_port, pid_to_list, port_to_list,
              ref_to_list, fun_to_list, md5, crc32, adler32, term_to_binary, external_size,
              term_to_iovec, phash2],
        V <- Values,
        F =/= list_to_pid orelse (V =/= "<1.2.3>" andalso V =/= "<0.1.2>"),
        F =/= term_to_iovec orelse is_short(V)] ++
        [{?MODULE, pid_text, [T]} || T <- ["<0.1.2>", "<0.32767.0>", "<0.0.0>"]] ++
        [{erlang, binary_to_term, [term_to_binary(V)]} || V <- Values] ++
        [{erlang, binary_to_term, [V]} || V <- Values] ++
        [{erlang, F, [V, Base]}
         || F <- [integer_to_list, integer_to_binary, list_to_integer, binary_to_integer],
            V <- Values, Base <- [2, 3, 10, 16, 36, 1, 37, 0, -1, a, 10.0, 1 bsl 70]] ++
        [{erlang, F, [V, E]}
         || F <- [atom_to_binary, binary_to_atom, binary_to_existing_atom], V <- Values,
            E <- [latin1, utf8, unicode, foo, 1],
            F =/= binary_to_existing_atom orelse is_known(V)] ++
        [{erlang, F, [V]} || F <- [list_to_existing_atom, binary_to_existing_atom], V <- Values, is_known(V)] ++
        [{erlang, F, [V, O]}
         || F <- [float_to_list, float_to_binary], V <- Values,
            O <- [[], [short], [compact], [{decimals, 0}], [{decimals, 3}], [{decimals, 3}, compact], [{decimals, 20}],
                  [{decimals, 253}], [{decimals, 254}], [{decimals, -1}], [{decimals, a}], [{scientific, 3}],
                  [{scientific, 0}], [{scientific, 249}], [{scientific, 250}], [{scientific, -1}], [short, compact],
                  [{scientific, 3}, compact], [foo], foo, [short | x], [{decimals, 3}, short], [{decimals, 1 bsl 70}]]] ++
        [{erlang, F, [V, P]}
         || F <- [split_binary, binary_part, phash, phash2], V <- Values,
            P <- [0, 1, 2, 3, 4, -1, a, 1.0, 1 bsl 32, 1 bsl 32 + 1, 1 bsl 70, {0, 1}, {1, -1}, {3, -3}, {2, 5}, {0, 0}, {-1, 1},
                  {1, a}, {0, 1, 2}, {1 bsl 70, 0}]] ++
        [{erlang, binary_part, [V, P, L]}
         || V <- Values, P <- [0, 1, 2, 3, 4, -1, a, 1 bsl 64], L <- [0, 1, -1, 3, -3, b, 1 bsl 63, -(1 bsl 63), -(1 bsl 64)]] ++
        [{erlang, binary_to_list, [V, P, L]} || V <- Values, P <- [0, 1, 2, 3, a], L <- [0, 1, 2, 3, 4, b]] ++
        [{erlang, make_tuple, [N, x]} || N <- [0, 1, 3, -1, a, 1 bsl 24, 1 bsl 70, 1.0]] ++
        [{erlang, make_tuple, [N, x, L]}
         || N <- [0, 1, 3, -1, a], L <- [[], [{1, a}], [{3, c}, {1, a}], [{2, b}, {2, c}], [{0, a}], [{4, a}], [{a, 1}], [a],
                                         [{1, a} | b], foo, [{1, 2, 3}]]] ++
        [{erlang, append_element, [T, x]} || T <- Values] ++
        [{erlang, insert_element, [I, T, x]} || T <- Values, I <- [0, 1, 2, 3, 4, 5, a, -1, 1 bsl 70]] ++
        [{erlang, delete_element, [I, T]} || T <- Values, I <- [0, 1, 2, 3, 4, 5, a, -1, 1 bsl 70]] ++
        [{erlang, setelement, [I, T, x]} || T <- Values, I <- [0, 1, 2, 3, 4, a, -1, 1 bsl 70]] ++
        [{erlang, F, [A, B]} || F <- ['++', '--'], A <- Values, B <- Values] ++
        [{erlang, '--', [[X rem 7 || X <- lists:seq(1, 300)], [X * 1.0 || X <- lists:seq(1, 9)] ++ lists:seq(0, 5) ++ lists:seq(0, 5)]}] ++
        [{erlang, F, [S, V]} || F <- [crc32, adler32], V <- Values, S <- [0, 1, 1 bsl 32 - 1, 1 bsl 32, -1, a]] ++
        [{erlang, F, [A, B, L]} || F <- [crc32_combine, adler32_combine], A <- [0, 1, 12345678, 1 bsl 32, a],
                                   B <- [0, 1, 87654321, -1], L <- [0, 1, 1000, 1 bsl 32, b]] ++
        [{?MODULE, md5_parts, [V]} || V <- [1, 10, 55, 63, 64, 65, 128, 1000]] ++
        [{erlang, F, [V, O]}
         || F <- [term_to_binary, term_to_iovec, external_size], V <- Values ++ [[1.5, -2.5e300]],
            O <- [[], [{minor_version, 0}], [{minor_version, 1}], [{minor_version, 2}], [{minor_version, 3}], [deterministic],
                  [{compressed, 0}], [{compressed, 10}], [{compressed, a}], [foo], foo, [{minor_version, 1} | x]],
            F =/= term_to_iovec orelse is_short(V)] ++
        [{?MODULE, compressed, [O]} || O <- [[compressed], [{compressed, 1}], [{compressed, 9}]]] ++
        [{erlang, binary_to_term, [B, O]}
         || B <- [term_to_binary({a, "b", <<"c">>}), <<(term_to_binary(12))/binary, "rest">>, <<>>, foo,
                  <<131, 119, 12, "nobody_knows">>],
            O <- [[], [safe], [used], [safe, used], [foo], foo, [used | x]],
            B =/= <<131, 119, 12, "nobody_knows">> orelse lists:member(safe, [O])] ++
        [{erlang, iolist_to_iovec, [L]}
         || L <- [[binary:copy(<<"x">>, N), $y, binary:copy(<<"z">>, M)] || N <- [0, 1, 100, 255, 256, 257, 600], M <- [0, 1, 200, 255, 256, 511, 512, 1000]]] ++
        [{erlang, F, [A, B, C]} || F <- [is_builtin], A <- [lists, erlang, foo, 1], B <- [member, reverse, abs, 2], C <- [1, 2, a, -1]] ++
        [{erlang, make_fun, [A, B, C]} || A <- [lists, foo, 1], B <- [member, 2], C <- [1, 2, a, -1, 255, 256]] ++
        [{io, printable_range, []}, {erlang, bump_reductions, [1]}, {erlang, bump_reductions, [0]}, {erlang, bump_reductions, [a]}].

%% Whether the atom of that name surely exists, or surely cannot.
is_known("abc") -> true;
is_known(<<"abc">>) -> true;
is_known(V) when is_list(V); is_binary(V) -> false;
is_known(_) -> true.

%% OTP makes an own part of a larger binary.
is_short(V) -> not is_binary(V) orelse byte_size(V) < 64.

pid_text(Text) -> pid_to_list(list_to_pid(Text)).

md5_parts(N) ->
    Data = binary:copy(<<"0123456789">>, 40),
    Context = lists:foldl(fun(I, C) -> erlang:md5_update(C, [binary_part(Data, 0, (I * N) rem 400)]) end,
                          erlang:md5_init(), lists:seq(0, N)),
    {erlang:md5_final(Context), erlang:md5_final(erlang:md5_init())}.

compressed(Options) ->
    Term = [lists:seq(1, 1000), binary:copy(<<"abc">>, 1000)],
    Bytes = term_to_binary(Term, Options),
    {byte_size(Bytes) < 5000, binary_to_term(Bytes) =:= Term, binary_part(Bytes, 0, 6)}.
