# kill -9 of a worker every second.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

start_server
check "workers are killed all the time; others do their work again"
begin_run --jobs 0
workers=()
# A task is given up after three workers died of it: each lives for some slices.
for i in 1 2 3; do start_worker "${times[@]}"; workers+=("$worker"); done
killed=0
while running; do
  sleep 1
  victim=$((killed % 3))
  if kill -KILL "${workers[$victim]}" 2>/dev/null; then killed=$((killed + 1)); fi
  start_worker "${times[@]}"
  workers[$victim]=$worker
  # One dies every second; on a busy machine they get little done in theirs.
  [[ $killed -lt $((3 * PATIENCE)) ]] || fail "does not come to an end"
done
expect_exact
[[ $killed -ge 2 ]] || fail "only $killed workers were killed: the run is too short"
note "$killed workers were killed"
passed
