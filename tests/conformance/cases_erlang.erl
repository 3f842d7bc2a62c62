%% erlang: operators and guard functions, with values of every type in every place.
-module(cases_erlang).
-export([cases/0]).

values() ->
    numbers() ++
        [a, b, true, false, undefined, '', {}, {1}, {a, b}, {a, b, c}, {'$x', 1}, [], [1], [a | b], "abc", [[]], <<>>, <<1, 2>>, <<"abc">>, <<1:3>>, <<1, 2:4>>, #{}, #{a => 1},
         #{1 => a, b => 2}, fun erlang:self/0, fun lists:map/2, large(40), #{a => 1.0}].

large(N) -> maps:from_list([{I, I} || I <- lists:seq(1, N)]).

numbers() ->
    [0, 1, -1, 2, 3, -7, 10, 63, 64, 65, -64, 255, 256, 1 bsl 31, 1 bsl 58, 1 bsl 59 - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1, 1 bsl 60, 1 bsl 62, 1 bsl 63 - 1, 1 bsl 63, -(1 bsl 63),
     1 bsl 64 - 1, 1 bsl 64, -(1 bsl 64), 1 bsl 100 + 12345, -(1 bsl 127) + 1, 0.0, -0.0, 0.5, -0.5, 1.0, 1.5, 2.5, -2.5, 3.7, -3.7, 1.0e15, 9007199254740993.0, 1.0e18, 5.7e17, -5.8e17, 1.0e20, 1.0e308, -1.0e308,
     5.0e-324, 576460752303423488.0, 9223372036854775808.0].

cases() ->
    Values = values(),
    [{erlang, F, [A]}
     || F <- ['+', '-', 'not', 'bnot', abs, float, trunc, round, floor, ceil, is_atom, is_binary, is_bitstring, is_boolean, is_float, is_function, is_integer, is_list, is_map,
              is_number, is_pid, is_port, is_reference, is_tuple, hd, tl, length, byte_size, bit_size, size, tuple_size, map_size, phash2, node, is_alive],
        A <- Values, F =/= phash2 orelse not is_function(A)] ++
        [{erlang, F, [A, B]}
         || F <- ['+', '-', '*', '/', 'div', 'rem', 'band', 'bor', 'bxor', '<', '>', '=<', '>=', '==', '/=', '=:=', '=/=', 'and', 'or', 'xor', max, min, element, is_function,
                  is_record, map_get, is_map_key],
            A <- Values, B <- Values] ++
        [{erlang, F, [A, B]} || F <- ['bsl', 'bsr'], A <- Values, B <- [0, 1, -1, 3, 58, 59, 60, 63, 64, 65, 200, -3, -60, -64, -200, 1 bsl 30, -(1 bsl 30), 1 bsl 59, -(1 bsl 59), 1 bsl 64, -(1 bsl 64), a, 1.0],
                                not (is_integer(A) andalso A =/= 0 andalso is_big_shift(F, B))] ++
        [{erlang, is_record, [A, B, C]} || A <- Values, B <- [a, '$x', 1, true], C <- [0, 1, 2, 3, -1, a, 1 bsl 70, 1.0]] ++
        [{erlang, setelement, [A, B, x]} || A <- Values, B <- Values] ++
        [{erlang, phash, [A, R]} || A <- Values, R <- [1, 2, 1 bsl 20, 1 bsl 32, 0, -1], not is_function(A), not is_map(A)] ++
        [{erlang, F, [A]} || F <- [term_to_binary, external_size], A <- Values, F =/= external_size orelse not is_function(A)] ++
        [{erlang, F, []} || F <- [node, get_keys]] ++
        [{erlang, F, [a]} || F <- [get, erase, get_keys]] ++
        [{erlang, raise, [C, r, S]} || C <- [error, exit, throw, foo, 1], S <- [[], [{a, b, 1, []}], foo, [a], [{a, b, 1}], [{a, b, 1, x}], [{a, 1, 2, []}], [{a, b}], [{a, b, 1, []} | x], [{}]]] ++
        [{erlang, F, [V]} || F <- [error, exit, throw], V <- [a, {b}, badarg]] ++
        [{erlang, error, [V, A]} || V <- [a, badarg], A <- [[], [1], none, foo]] ++
        [{erlang, error, [V, A, O]} || V <- [a, badarg], A <- [[], [1], none], O <- [[], [{error_info, #{}}], foo]].

%% A result that is too large for memory, or system_limit.
is_big_shift('bsl', B) -> is_integer(B) andalso B >= 1 bsl 30;
is_big_shift('bsr', B) -> is_integer(B) andalso B =< -(1 bsl 30).
