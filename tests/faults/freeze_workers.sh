# SIGSTOP of workers, for longer than their lease.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

start_server
check "a frozen worker loses its task, and what it hands in late does not count"
begin_run --jobs 0
start_worker "${times[@]}"
frozen=$worker
sleep 0.6
kill -STOP "$frozen"
start_worker "${times[@]}"
sleep 3
kill -CONT "$frozen"
sleep 0.4
kill -STOP "$worker" 2>/dev/null || true
sleep 2.5
kill -CONT "$worker" 2>/dev/null || true
expect_exact
passed
