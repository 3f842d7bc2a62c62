# kill -9 of a worker every second.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

start_server
check "workers are killed all the time; others do their work again"
begin_run --jobs 0
workers=()
for i in 1 2; do start_worker "${times[@]}"; workers+=("$worker"); done
killed=0
while running; do
  sleep 0.7
  victim=$((killed % 2))
  if kill -KILL "${workers[$victim]}" 2>/dev/null; then killed=$((killed + 1)); fi
  start_worker "${times[@]}"
  workers[$victim]=$worker
  [[ $killed -lt 60 ]] || fail "does not come to an end"
done
expect_exact
[[ $killed -ge 2 ]] || fail "only $killed workers were killed: the run is too short"
note "$killed workers were killed"
passed
