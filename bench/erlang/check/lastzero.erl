%% N writers each make cell j one more than cell j-1 while a reader looks from the right for the last
%% zero (seed 002, table 3.1): 64 classes for 5, 704 for 8, 3,328 for 10, 15,360 for 12, 147,456 for 15;
%% (N + 3) * 2^(N - 2) in general. How far the reader looks depends on the scheduling.
-module(lastzero).
-concuerror_options([{ignore_error, deadlock}]).
-export([test/0, t5/0, t8/0, t10/0, t12/0, t15/0]).

test() -> t5().
t5() -> lastzero(5).
t8() -> lastzero(8).
t10() -> lastzero(10).
t12() -> lastzero(12).
t15() -> lastzero(15).

lastzero(N) ->
    Cells = ets:new(cells, [public]),
    ets:insert(Cells, [{J, 0} || J <- lists:seq(0, N)]),
    Reader = fun() -> look(Cells, N) end,
    Writer = fun(J) -> fun() -> ets:insert(Cells, {J, cell(Cells, J - 1) + 1}) end end,
    run([Reader | [Writer(J) || J <- lists:seq(1, N)]]).

look(Cells, I) ->
    case cell(Cells, I) of
        0 -> I;
        _ -> look(Cells, I - 1)
    end.

cell(Cells, I) -> ets:lookup_element(Cells, I, 2).

%% As in readers.erl.
run(Works) ->
    [spawn(Work) || Work <- Works],
    receive after infinity -> ok end.
