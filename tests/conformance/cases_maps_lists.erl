%% lists, maps, string, math, erts_internal: the functions in C.
-module(cases_maps_lists).
-export([cases/0, walk/1]).

values() ->
    [0, 1, 1.0, -1, 2, 1 bsl 70, 0.5, a, b, '', [], {}, {1}, {1, a}, {a, 1}, {1.0, x}, {2, y, z}, "abc", [1, 2, 3],
     [1.0, 2.0], [1 | 2], [{1, a}, {2, b}, {1.0, c}], [{a, 1}, {b, 2} | c], [x, {1}, {}, {1, 2, 3}], [a, b, c],
     [{a, 1}, {a, 2}, {b, 3}], <<>>, <<"abc">>, <<1:3>>, #{}, #{a => 1}, #{a => 2, b => 3}, #{1 => x, 1.0 => y},
     large(33), large(40), large(100), #{[] => {}}].

large(N) -> maps:from_list([{I, I * I} || I <- lists:seq(1, N)]).

cases() ->
    Values = values(),
    [{lists, F, [A, B]} || F <- [member, reverse], A <- Values, B <- Values] ++
        [{lists, F, [K, N, L]} || F <- [keyfind, keymember, keysearch], K <- [1, 1.0, a, {}, [], 3], N <- [1, 2, 3, 0, -1, a, 1 bsl 70], L <- Values] ++
        [{maps, F, [A]} || F <- [keys, values, from_list, to_list, size, iterator], A <- Values] ++
        [{maps, F, [A, B]} || F <- [find, get, is_key, merge, remove, take, from_keys], A <- Values, B <- Values] ++
        [{maps, F, [A, b, C]} || F <- [put, update, get], A <- Values, C <- Values] ++
        [{?MODULE, walk, [N]} || N <- [0, 1, 31, 32, 33, 64, 65, 500, 2000, 5000]] ++
        [{maps, to_list, [large(N)]} || N <- [33, 70, 1500, 3000]] ++
        [{erts_internal, map_next, [P, M, T]} || P <- [0, 1, 2, 3, 17, -1, a, 1 bsl 70], M <- [#{}, #{a => 1}, #{a => 1, b => 2}, a, []], T <- [iterator, [], [x], foo]] ++
        [{erts_internal, cmp_term, [A, B]} || A <- Values, B <- Values] ++
        [{erts_internal, F, []} || F <- [time_unit, perf_counter_unit]] ++
        [{string, F, [S]} || F <- [list_to_integer, list_to_float, to_integer, to_float],
                             S <- strings() ++ Values] ++
        [{math, F, [X]} || F <- [cos, cosh, sin, sinh, tan, tanh, acos, acosh, asin, asinh, atan, atanh, erf, erfc, exp, log,
                                 log2, log10, sqrt, floor, ceil],
                           X <- numbers()] ++
        [{math, F, [X, Y]} || F <- [pow, atan2, fmod], X <- numbers(), Y <- numbers()] ++
        [{math, pi, []}].

numbers() -> [0, 1, -1, 2, 10, 1000, 0.0, -0.0, 0.5, -0.5, 1.5, 3.7, -3.7, 1.0e10, 1.0e300, -1.0e300, 1.0e-300, 1 bsl 59,
              1 bsl 70, -(1 bsl 70), 1 bsl 1023, 1 bsl 1024, a, "1", <<1>>].

strings() ->
    ["1", "12x", "-1", "+1", "-", "+", "--1", "1.5", "1.5x", "-1.5", "+1.5", "1,5", "1.", ".5", "1.5e3", "1.5e", "1.5e+", "1.5e-3x",
     "1.5E3", "1e3", "1.5e+x", "1.5ee", "1.5e--1", "1.5e400", "1.5.5", "1..5", "x", " 1", "0001.50", "1.5-3", "1.5+3", "1-2",
     [$1 | $2], [$1, a], [$1, $., $5 | x], [$1, $., $5, 1.0], [256 + $1], [$-, a], [$- | a], "123456789012345678901234567890 tail",
     "1.5e1.5", "1.5e3e3", "-.5", "+-1.5", [$1, -1], [$1, $., $5, $e, $-, x], "1.5e+.", "1.5e.", "-1,5e2"].

%% Through an iterator, step by step; through a fold; and what is left of a map.
walk(N) ->
    Map = large(N),
    {steps(maps:next(maps:iterator(Map))), maps:fold(fun(K, V, A) -> [{K, V} | A] end, [], Map),
     maps:to_list(Map), maps:keys(Map), maps:values(Map), maps:size(maps:filter(fun(K, _) -> K rem 2 =:= 0 end, Map)),
     maps:map(fun(_, V) -> -V end, Map), maps:without(lists:seq(1, N, 2), Map)}.
steps(none) -> [];
steps({K, V, I}) -> [{K, V} | steps(maps:next(I))].
