# A process that is suspended for ever: the deadlock says so, and by whom; replayed it is the same.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
command -v erlc >/dev/null || { echo "skipped: erlc is not installed"; exit 0; }

cat >forgotten.erl <<'ERL'
-module(forgotten).
-export([waits/0, resumes/0]).
waits() -> Worker = suspended(), stopped(Worker), erlang:resume_process(Worker).
resumes() -> Worker = suspended(), erlang:resume_process(Worker), stopped(Worker).
suspended() ->
    Worker = spawn(fun() -> receive go -> ok end end),
    erlang:suspend_process(Worker),
    Worker ! go,
    Worker.
stopped(Worker) ->
    Monitor = monitor(process, Worker),
    receive {'DOWN', Monitor, process, _, _} -> ok end.
ERL

for timeouts in possible virtual idle; do
  check "who waits for a process that it has suspended, --timeouts $timeouts"
  run check forgotten.erl -t waits --timeouts "$timeouts"
  expect_status 1
  expect_out "stuck: P at" "P.1 at" "suspended by P" "a call of resume_process by P"
  run check forgotten.erl -t resumes --timeouts "$timeouts"
  expect_status 0
done

check "the same with signals that travel"
run check forgotten.erl -t waits --instant_delivery false
expect_status 1
expect_out "suspended by P"
run replay heddle-trace.json
expect_out "suspended by P"
