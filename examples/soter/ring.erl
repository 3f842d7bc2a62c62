%% A token goes round a ring of any number of processes; the master starts the next round when it is
%% back. Never two messages in the mailboxes of the ring.
-module(ring).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

-uncoverable("slave_mb >= 2").

main() ->
    First = ring(?any_nat(), self()),
    rounds(First).

ring(0, Next) -> Next;
ring(N, Next) ->
    Slave = spawn(fun() -> slave(Next) end),
    ring(N - 1, Slave).

rounds(First) ->
    First ! {token, ?any_nat()},
    receive {token, _} -> rounds(First) end.

slave(Next) ->
    ?label_mail("slave_mb"),
    receive
        {token, X} -> Next ! {token, X}, slave(Next)
    end.
