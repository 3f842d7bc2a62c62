%% A writer and two readers of x, which also read something of their own (seed 002, figure 2.1): four
%% classes.
-module(fig21).
-export([test/0]).

test() ->
    T = ets:new(variables, [public]),
    ets:insert(T, [{x, 0}, {y, 0}, {z, 0}]),
    join([fun() -> ets:insert(T, {x, 1}) end,
          fun() -> ets:lookup(T, y), ets:lookup(T, x) end,
          fun() -> ets:lookup(T, z), ets:lookup(T, x) end]).

%% As in writers.erl.
join(Works) ->
    Start = fun(Work, Next) -> spawn(fun() -> Work(), receive token -> Next ! token end end) end,
    First = lists:foldr(Start, self(), Works),
    First ! token,
    receive token -> ok end.
