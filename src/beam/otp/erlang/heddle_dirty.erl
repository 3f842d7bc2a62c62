%% What erts_debug:dirty/3 and its like do that takes time or sends something.
-module(heddle_dirty).
-export([wait/1, send/1, ready_wait6_done/1, alive_waitexiting/1, alive_waitexitingonly/1]).

wait(Time) when Time > 0 -> receive after Time -> ok end;
wait(_) -> ok.

send(To) -> message(To, ok).

ready_wait6_done(To) ->
    message(To, ready),
    wait(6000),
    message(To, done).

%% Nobody sees what they give: they end with their process.
alive_waitexiting(To) -> wait_for_end(To).
alive_waitexitingonly(To) -> wait_for_end(To).
wait_for_end(To) ->
    message(To, alive),
    receive after infinity -> ok end.

message(To, Word) when is_pid(To) -> To ! {Word, self()}, ok;
message(_, _) -> ok.
