%% N messages of N processes, received in a fixed order by their number (seed 002, table 4.1): N! orders
%% of the mailbox, but no receive can tell them apart: one class with observers.
-module(selective).
-export([test/0, t2/0, t6/0, t7/0, t8/0]).

test() -> t2().
t2() -> selective(2).
t6() -> selective(6).
t7() -> selective(7).
t8() -> selective(8).

selective(N) ->
    Receiver = self(),
    Numbers = lists:seq(1, N),
    [spawn(fun() -> Receiver ! {number, I} end) || I <- Numbers],
    [receive {number, I} -> ok end || I <- Numbers],
    ok.
