%% A lock server and N clients (seed 002, table 4.1). (2N)!/(N+1)! orders of the messages in the
%% server's mailbox: 30, 336, 5,040, 95,040 for 3 to 6; with observers the N! orders of the grants.
-module(lock).
-export([test/0, t2/0, t3/0, t4/0, t5/0, t6/0]).

test() -> t3().
t2() -> lock(2).
t3() -> lock(3).
t4() -> lock(4).
t5() -> lock(5).
t6() -> lock(6).

lock(N) ->
    Server = spawn(fun() -> serve(N) end),
    [spawn(fun() -> client(Server) end) || _ <- lists:seq(1, N)],
    ok.

serve(0) -> ok;
serve(N) ->
    receive
        {acquire, Client} ->
            Client ! granted,
            receive {release, Client} -> serve(N - 1) end
    end.

client(Server) ->
    Server ! {acquire, self()},
    receive granted -> ok end,
    Server ! {release, self()}.
