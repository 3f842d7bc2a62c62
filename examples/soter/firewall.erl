%% A server must not be asked for the predecessor of zero. A firewall in front of it lets only those
%% requests pass that satisfy a predicate.
-module(firewall).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

main() ->
    Server = spawn(fun() -> server(fun predecessor/1) end),
    Wall = spawn(fun() -> firewall(Server, fun positive/1) end),
    clients(Wall).

clients(Wall) ->
    case ?any_bool() of
        true -> spawn(fun() -> client(Wall, ?any_nat()) end), clients(Wall);
        false -> ok
    end.

client(Wall, N) ->
    Wall ! {call, self(), N},
    receive
        {answer, _} -> ok;
        {refused, _} -> ok
    end.

predecessor(0) -> ?soter_error("no predecessor of zero");
predecessor(N) -> N - 1.

positive(0) -> false;
positive(_) -> true.

server(Function) ->
    receive
        {call, Client, X} ->
            Client ! {answer, Function(X)},
            server(Function)
    end.

firewall(Server, Pass) ->
    receive
        {call, Client, X} ->
            case Pass(X) of
                true -> Server ! {call, Client, X};
                false -> Client ! {refused, X}
            end,
            firewall(Server, Pass)
    end.
