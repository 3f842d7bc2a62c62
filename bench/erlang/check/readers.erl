%% One writer of x and N readers of x (seed 002, table 3.1): a class for each set of readers that come
%% before the writer, 2^N in all. Each reader first reads a key of its own, which races with nothing.
%%
%% All programs of this folder end the same way, with join/1: a token goes through the processes in a
%% fixed order, each passes it on when its own work is done. Every mailbox gets exactly one message, so
%% waiting adds no race, whatever the algorithm, and the table is deleted after its last use.
-module(readers).
-export([test/0, t2/0, t8/0, t10/0, t13/0]).

test() -> t2().
t2() -> readers(2).
t8() -> readers(8).
t10() -> readers(10).
t13() -> readers(13).

readers(N) ->
    T = ets:new(variables, [public]),
    ets:insert(T, [{x, 0} | [{I, 0} || I <- lists:seq(1, N)]]),
    Writer = fun() -> ets:insert(T, {x, 42}) end,
    Reader = fun(I) ->
                 fun() ->
                     [{I, 0}] = ets:lookup(T, I),
                     [{x, _}] = ets:lookup(T, x)
                 end
             end,
    join([Writer | [Reader(I) || I <- lists:seq(1, N)]]).

join(Works) ->
    Start = fun(Work, Next) -> spawn(fun() -> Work(), receive token -> Next ! token end end) end,
    First = lists:foldr(Start, self(), Works),
    First ! token,
    receive token -> ok end.
