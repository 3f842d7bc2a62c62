%% A server that answers only when there is somebody to answer to. The tag of the request says so;
%% with data that is not looked into (D = 0) the two kinds of request are not told apart.
-module(safe_send).
-export([main/0]).
-include("soter.hrl").

main() ->
    Server = spawn(fun() -> server() end),
    Echo = spawn(fun() -> echo() end),
    Server ! {answer, self()},
    Server ! {ignore, nobody},
    Echo ! {answer, self()},
    Echo ! {ignore, nobody},
    receive hello -> ok end.

server() ->
    receive {Tag, Client} -> reply(Tag, Client) end,
    server().

reply(Tag, Client) ->
    case Tag of
        answer -> Client ! hello;
        ignore -> ok
    end.

echo() ->
    receive
        {Tag, Client} ->
            case Tag of
                answer -> Client ! hello, Client ! again;
                ignore -> ok
            end
    end,
    echo().
