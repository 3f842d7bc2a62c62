%% The first of N messages counts (seed 002, section 4.1): N! orders of the mailbox, N classes with
%% observers. The receiver lives until all have arrived, so that none meets a dead process.
-module(first).
-export([test/0, t3/0, t6/0, t7/0, t8/0]).

test() -> t3().
t3() -> first(3).
t6() -> first(6).
t7() -> first(7).
t8() -> first(8).

first(N) ->
    Receiver = self(),
    Sender = fun(I, Next) ->
                 spawn(fun() ->
                           Receiver ! {number, I},
                           receive token -> Next ! token end
                       end)
             end,
    First = lists:foldr(Sender, Receiver, lists:seq(1, N)),
    receive {number, I} -> true = I =< N end,
    First ! token,
    receive token -> ok end.
