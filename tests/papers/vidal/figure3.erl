%% Seed 001, figure 3: a program whose run along example 4's interleaving has the trace of example 4.
%% Message l_i is {i, _}. The first one tells p3 who p4 is, which is spawned after it.
-module(figure3).
-export([test/0]).

test() ->
    P1 = self(),
    P3 = spawn(fun() -> p3(P1) end),
    spawn(fun() -> P3 ! {2, none} end),
    P4 = spawn(fun() -> p4(P3) end),
    spawn(fun() -> p5(P3, P4) end),
    receive {5, none} -> ok end,
    P3 ! {7, none}.

p3(P1) ->
    receive {1, P4} -> ok end,
    P4 ! {3, none},
    receive {Second, _} when Second =/= 4 -> ok end,
    receive {_Third, _} -> ok end,
    P1 ! {5, none},
    receive {_Fourth, _} -> ok end.

p4(P3) ->
    receive {3, none} -> ok end,
    P3 ! {6, none}.

p5(P3, P4) ->
    P3 ! {1, P4},
    P3 ! {4, none},
    P3 ! {8, none}.
