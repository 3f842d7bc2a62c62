%% N processes write x, then it is read (seed 002, section 4.1). N! classes; with observers N, because
%% only the last write is seen.
%%
%% The reader comes last: a token goes through the processes in a fixed order, each passes it on when its
%% own work is done. Every mailbox gets exactly one message, so waiting adds no race, whatever the algorithm.
-module(writers).
-export([test/0, t3/0, t5/0, t6/0, t7/0, t8/0]).

test() -> t3().
t3() -> writers(3).
t5() -> writers(5).
t6() -> writers(6).
t7() -> writers(7).
t8() -> writers(8).

writers(N) ->
    T = ets:new(variables, [public]),
    ets:insert(T, {x, 0}),
    join([fun() -> ets:insert(T, {x, I}) end || I <- lists:seq(1, N)]),
    [{x, X}] = ets:lookup(T, x),
    true = X > 0.

join(Works) ->
    Start = fun(Work, Next) -> spawn(fun() -> Work(), receive token -> Next ! token end end) end,
    First = lists:foldr(Start, self(), Works),
    First ! token,
    receive token -> ok end.
