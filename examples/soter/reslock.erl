%% A resource behind a lock. Any number of processes lock a cell, read it, write it and unlock it:
%% never two of them in the critical section.
-module(reslock).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

-uncoverable("critical >= 2").

main() ->
    Cell = cell_start(),
    add_to_cell(?any_nat(), Cell).

add_to_cell(0, _Cell) -> ok;
add_to_cell(N, Cell) ->
    spawn(fun() -> increment(Cell) end),
    add_to_cell(N - 1, Cell).

increment(Cell) ->
    lock(Cell),
    ?label("critical"),
    write(Cell, read(Cell) + 1),
    unlock(Cell).

%% A cell is a resource whose behaviour is a fun.
cell_start() -> start(cell(0)).
cell(Value) ->
    fun(Command) ->
        case Command of
            read -> {cell(Value), {reply, Value}};
            {write, New} -> {cell(New), ok}
        end
    end.
read(Cell) -> request(Cell, read).
write(Cell, Value) -> tell(Cell, {write, Value}).

start(Resource) -> spawn(fun() -> free(Resource) end).

free(Resource) ->
    receive
        {lock, Client} ->
            Client ! {acquired, self()},
            locked(Resource, Client)
    end.

locked(Resource, Client) ->
    receive
        {request, Client, Command} ->
            case Resource(Command) of
                {Next, {reply, Answer}} ->
                    Client ! {answer, self(), Answer},
                    locked(Next, Client);
                {Next, ok} ->
                    locked(Next, Client)
            end;
        {unlock, Client} ->
            free(Resource)
    end.

lock(Resource) ->
    Resource ! {lock, self()},
    receive {acquired, Resource} -> ok end.
unlock(Resource) ->
    Resource ! {unlock, self()},
    ok.
request(Resource, Command) ->
    Resource ! {request, self(), Command},
    receive {answer, Resource, Answer} -> Answer end.
tell(Resource, Command) ->
    Resource ! {request, self(), Command},
    ok.
