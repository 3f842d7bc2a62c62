# The processes of a test in C++ share its exploration (HEDDLE_QUEUE), and each has the outcomes of all.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
source "$E2E/queue.bash"
test=$HEDDLE_PROGRAMS/shared_test
threads=5
start_server
export HEDDLE_QUEUE_AFTER=0

check "without a queue"
run_command "$test" $threads
expect_status 0
cp out alone
grep -q "^[0-9]* outcomes of [0-9]* executions (complete" alone || fail "not a table: $(head -1 alone)"

export HEDDLE_QUEUE=$url
# begin NAME WORD...: in the background; its output in NAME.out.
begin() {
  local name=$1
  shift
  "$@" >"$name.out" 2>"$name.err" </dev/null &
  background+=($!)
  last_process=$!
}

check "one process alone on the queue"
run_command env -u HEDDLE_QUEUE "$test" 4
cp out alone4
run_command "$test" 4
expect_status 0
expect_same_files alone4 out
grep -q "run 1 (shared_test: two cells) is shared" err || fail "the run was not told: $(cat err)"

check "two processes make one run, and both have its outcomes"
begin one "$test" $threads
first=$last_process
begin two "$test" $threads
wait "$first" || fail "the first failed: $(cat one.err)"
wait "$last_process" || fail "the second failed: $(cat two.err)"
expect_same_files alone one.out
expect_same_files alone two.out
expect_equal "runs" 2 "$(psql -qAt "$url" -c 'SELECT count(*) FROM heddle.run')"

check "kill -9 of one of them loses nothing"
wait_for_run
begin one "$test" $threads
first=$last_process
begin two "$test" $threads
second=$last_process
wait_for_run "$last"
sleep 0.1  # all of it takes about half a second
kill -KILL "$first"
wait "$second" || fail "the second failed: $(cat two.err)"
expect_same_files alone two.out

check "all are killed; the next one goes on with their run"
wait_for_run
before=$last
begin one "$test" $threads
wait_for_run "$before"
sleep 0.1  # all of it takes about half a second
kill -KILL "$last_process"
run_command "$test" $threads
expect_status 0
expect_same_files alone out
grep -q "run $last " err || fail "another run was begun: $(cat err)"

check "another build of the program is told that it does not help, and has its own run"
cp "$test" shared_test
printf 'x' >>shared_test
begin one "$test" $threads
first=$last_process
wait_for_run "$last"
run_command ./shared_test $threads
expect_status 0
expect_same_files alone out
if kill -0 "$first" 2>/dev/null; then
  grep -q "is of another build of this program" err || fail "it was not told: $(cat err)"
fi
wait "$first" || fail "the first failed: $(cat one.err)"
expect_same_files alone one.out

check "a short exploration stays in its process"
HEDDLE_QUEUE_AFTER=100 run_command "$test" 3
expect_status 0
if grep -q shared err; then fail "it was shared: $(cat err)"; fi

check "heddle leaves such runs to the program"
run worker --queue "$url" --run "$last"
expect_refusal "run $last"
run resume "$last" --queue "$url"
expect_refusal "is of a test in C++" "HEDDLE_QUEUE"

check "bad input"
HEDDLE_QUEUE=nonsense://x run_command "$test" 3
expect_status 2
grep -q "HEDDLE_QUEUE: .*postgres://" err || fail "$(cat err)"
HEDDLE_QUEUE="postgres://heddle@/postgres?host=$folder/nowhere" run_command "$test" 3
expect_status 2
grep -q "HEDDLE_QUEUE: cannot connect" err || fail "$(cat err)"
HEDDLE_QUEUE_AFTER=soon run_command "$test" 3
expect_status 2
grep -q "HEDDLE_QUEUE_AFTER=soon: give a number of seconds" err || fail "$(cat err)"
passed
