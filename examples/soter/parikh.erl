%% A server that must be initialised once, before anything else: nobody initialises it again, however
%% many clients there are.
-module(parikh).
-export([main/0]).
-include("soter.hrl").

main() ->
    Server = spawn(fun() -> server() end),
    Server ! {init, self(), a},
    receive ready -> ok end,
    clients(Server).

clients(Server) ->
    case ?any_bool() of
        true -> spawn(fun() -> client(Server) end), clients(Server);
        false -> ok
    end.

client(Server) ->
    case ?any_bool() of
        true -> Server ! {set, b};
        false -> Server ! {get, self()}, receive {value, _} -> ok end
    end.

server() ->
    receive
        {init, Client, Value} ->
            Client ! ready,
            serve(Value)
    end.

serve(Value) ->
    receive
        {init, _, _} -> ?soter_error("should already be initialised");
        {set, New} -> serve(New);
        {get, Client} -> Client ! {value, Value}, serve(Value);
        bye -> ok
    end.
