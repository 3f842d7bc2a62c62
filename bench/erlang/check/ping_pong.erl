%% The first example of seed 000, retold: a process is started, registered, and answers once. If it has
%% answered and ended before it is registered, registering it is an error. 2 interleavings, 1 error.
-module(ping_pong).
-export([test/0, pong/0]).

test() -> ok = pong().

pong() ->
    Me = self(),
    register(?MODULE, spawn(fun() -> Me ! ping end)),
    receive ping -> ok end.
