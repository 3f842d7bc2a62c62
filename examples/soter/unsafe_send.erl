%% A server answers to whatever it is sent, and is sent an atom: found by --errors.
-module(unsafe_send).
-export([main/0]).
-include("soter.hrl").

main() ->
    Server = spawn(fun() -> server() end),
    Server ! {no_process}.

server() ->
    receive {Client} -> Client ! hello end.
