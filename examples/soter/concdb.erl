%% A database that serves any number of clients. Who is told that a key is free writes its value, and
%% the database waits for it: never two clients write.
-module(concdb).
-export([main/0]).
-include("soter.hrl").

-uncoverable("client_writes >= 2").

main() ->
    Database = spawn(fun() -> database([]) end),
    clients(Database).

clients(Database) ->
    case ?any_bool() of
        true -> spawn(fun() -> client(Database) end), clients(Database);
        false -> ok
    end.

database(Entries) ->
    receive
        {allocate, Key, Client} ->
            case find(Key, Entries) of
                none ->
                    Client ! free,
                    receive {value, Value, Client} -> database([{Key, Value} | Entries]) end;
                {found, _} ->
                    Client ! allocated,
                    database(Entries)
            end;
        {lookup, Key, Client} ->
            Client ! find(Key, Entries),
            database(Entries)
    end.

find(_, []) -> none;
find(Key, [{Key, Value} | _]) -> {found, Value};
find(Key, [_ | Rest]) -> find(Key, Rest).

client(Database) ->
    Key = ?choice([a, b, c]),
    case ?any_bool() of
        true ->
            Database ! {allocate, Key, self()},
            receive
                free ->
                    ?label("client_writes"),
                    Database ! {value, Key, self()};
                allocated -> ok
            end;
        false ->
            Database ! {lookup, Key, self()},
            receive
                none -> ok;
                {found, _} -> ok
            end
    end,
    client(Database).
