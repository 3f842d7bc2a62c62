%% The locked resource again, written as a behaviour: the server knows its callbacks only as a tuple
%% of funs, and so does the client.
-module(reslockbeh).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

-uncoverable("critical >= 2").

main() ->
    Cell = start(cell(), 0),
    clients(?any_nat(), Cell).

clients(0, _) -> ok;
clients(N, Cell) ->
    spawn(fun() -> in_lock(Cell, fun(Session) -> increment(Session) end) end),
    clients(N - 1, Cell).

increment({Ask, Tell}) ->
    ?label("critical"),
    Value = Ask(read),
    Tell({write, Value + 1}).

%% The behaviour of a cell: how it starts, how it answers, how it changes.
cell() ->
    {fun(Value) -> Value end,
     fun(read, Value) -> Value end,
     fun({write, New}, _Value) -> New end}.

start({Init, _, _} = Behaviour, Argument) ->
    spawn(fun() -> free(Behaviour, Init(Argument)) end).

free(Behaviour, State) ->
    receive
        {lock, Client} ->
            Client ! {acquired, self()},
            busy(Behaviour, State, Client)
    end.

busy({_, Answer, Change} = Behaviour, State, Client) ->
    receive
        {ask, Client, Command} ->
            Client ! {answer, self(), Answer(Command, State)},
            busy(Behaviour, State, Client);
        {tell, Client, Command} ->
            busy(Behaviour, Change(Command, State), Client);
        {unlock, Client} ->
            free(Behaviour, State)
    end.

in_lock(Resource, Body) ->
    Me = self(),
    Resource ! {lock, Me},
    receive {acquired, Resource} -> ok end,
    Ask = fun(Command) ->
        Resource ! {ask, Me, Command},
        receive {answer, Resource, Value} -> Value end
    end,
    Tell = fun(Command) -> Resource ! {tell, Me, Command}, ok end,
    Body({Ask, Tell}),
    Resource ! {unlock, Me},
    ok.
