%% One writer of x and N readers of x (seed 002, table 3.1): a class for each set of readers that come
%% before the writer, 2^N in all. Each reader first reads a key of its own, which races with nothing.
%%
%% As published (Concuerror's own suite has it, too), the processes just end and the first one, which owns
%% the table, waits for ever: nothing but the operations of interest is left, and the deadlock is ignored.
-module(readers).
-concuerror_options([{ignore_error, deadlock}]).
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
    run([Writer | [Reader(I) || I <- lists:seq(1, N)]]).

run(Works) ->
    [spawn(Work) || Work <- Works],
    receive after infinity -> ok end.
