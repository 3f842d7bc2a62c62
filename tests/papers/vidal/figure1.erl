%% Seed 001, figure 1: of p3's messages only {val, 2} can be received instead of p1's {val, 1}.
-module(figure1).
-export([test/0]).

test() ->
    P2 = spawn(fun proc2/0),
    spawn(fun() -> proc3(P2) end),
    P2 ! {val, 1}.

proc2() ->
    receive
        {val, M} when M > 0 -> {ok, M};
        error -> error
    end.

proc3(P2) ->
    P2 ! {val, 0},
    P2 ! {val, 2}.
