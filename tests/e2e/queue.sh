# Processes that share an exploration through PostgreSQL explore the same as one process alone.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
source "$E2E/queue.bash"

check "a private server starts, says its URL, and starts only once"
start_server
[[ $url == postgres://*"$folder/server" ]] || fail "not a URL: $url"
run queue start "$folder/server"
expect_out "$url"
run queue url "$folder/server"
expect_out "$url"

sql() { psql -qAt "$url" -c "$1"; }

# together WORKERS WORD...: the command with a queue and more workers; its summary in `out`.
together() {
  local workers=$1
  shift
  local i
  for ((i = 1; i < workers; i++)); do start_worker --slice 0.3; done
  run "$@" --queue "$url" --slice 0.3
}

check "counts are those of one process, with one to three"
# (N + 3) 2^(N - 2) and 2^N, as in jobs.sh and papers/.
for workers in 1 2 3; do
  together $workers explore 'lastzero(14)' --dpor optimal
  expect_status 0
  expect_row interleavings 69632
  expect_row "sleep-set blocked" 0
done
together 2 explore 'readers(14)'
expect_status 0
expect_row interleavings 16384

check "errors are those of one process"
cat >clerks.toy <<'TOY'
// Four clerks withdraw without a lock; almost any overlap loses an update.
var balance = 100
proc main() {
  a = spawn withdraw(10)   b = spawn withdraw(20)
  c = spawn withdraw(30)   d = spawn withdraw(40)
  join a  join b  join c  join d
  rest = read balance
  assert rest == 0
}
proc withdraw(amount) {
  seen = read balance
  write balance = seen - amount
}
TOY
errors_of() {
  json "$1" '"\n".join(sorted(str((e["kind"], e["process"], e["reason"], e["line"])) for e in r["errors"] for _ in range(e["times"])))'
}
run explore clerks.toy --keep_going --json alone.json
expect_status 1
together 3 explore clerks.toy --keep_going --json together.json
expect_status 1
expect_equal interleavings "$(json alone.json 'r["interleavings"]')" "$(json together.json 'r["interleavings"]')"
errors_of alone.json >alone
errors_of together.json >together
expect_same_files alone together

check "the first error stops everybody"
together 3 explore 'philosophers(5)'
expect_status 1
expect_out "deadlock"

check "an Erlang program travels to workers elsewhere"
cp "$HEDDLE_SOURCE_DIR/examples/erlang/cache.erl" .
run check cache.erl --keep_going --json alone.json
expect_status 1
mkdir elsewhere
(cd elsewhere && start_worker && echo "$worker" >../worker)
background+=("$(cat worker)")
run check cache.erl --keep_going --queue "$url" --jobs 0 --json together.json
expect_status 1
expect_equal interleavings "$(json alone.json 'r["interleavings"]')" "$(json together.json 'r["interleavings"]')"
errors_of alone.json >alone
errors_of together.json >together
expect_same_files alone together

check "where a name decides which mailbox a send touches, workers explore the same"
cat >names.erl <<'ERL'
-module(names).
-export([test/0]).
test() ->
    Self = self(),
    child(1, fun() -> register(name, Self) end),
    child(2, fun() -> catch name ! hello end),
    [child(N, fun() -> whereis(name) =/= undefined end) || N <- lists:seq(3, 9)],
    child(10, fun() -> catch unregister(name) end),
    [receive {N, Seen} -> Seen end || N <- lists:seq(1, 10)].
child(N, F) -> Parent = self(), spawn(fun() -> Parent ! {N, F()} end).
ERL
run check names.erl --json alone.json
expect_status 0
together 2 check names.erl --json together.json
expect_status 0
expect_equal interleavings "$(json alone.json 'r["interleavings"]')" "$(json together.json 'r["interleavings"]')"

check "tests of suites and Elixir programs are runs of their own"
cat >pair_tests.erl <<'ERL'
-module(pair_tests).
-include_lib("eunit/include/eunit.hrl").
any_test() -> S = self(), [spawn(fun() -> S ! I end) || I <- [1, 2, 3]], [receive X -> X end || _ <- [1, 2, 3]].
first_test() -> S = self(), [spawn(fun() -> S ! I end) || I <- [a, b]], ?assertEqual(a, receive X -> X end).
ERL
start_worker
run check --eunit pair_tests.erl --queue "$url" --jobs 0
expect_status 1
# 3! orders of arrival; the second order of the other fails.
grep -qE "^pair_tests:any_test +verified +6 " out || fail "not verified with 6 interleavings"
expect_out "pair_tests:first_test" "2 tests: 1 verified, 1 with an error"
if command -v elixirc >/dev/null; then
  run check "$HEDDLE_SOURCE_DIR/examples/elixir/account.ex" --queue "$url" --jobs 0
  expect_status 1
  expect_out "Verdict: error"
fi

check "a program that has to be watched begins anew, whoever notices"
cat >watch.erl <<'ERL'
-module(watch).
-export([test/0]).
test() ->
    Self = self(),
    [spawn(fun() -> Self ! {done, I} end) || I <- [1, 2, 3]],
    N = length(processes()),
    [receive {done, I} -> ok end || I <- [1, 2, 3]],
    N.
ERL
run check watch.erl
expect_status 0
alone=$(row interleavings)
start_worker
run check watch.erl --queue "$url" --jobs 0
expect_status 0
expect_row interleavings "$alone"
run status --queue "$url"
expect_out "restart"

check "a task that three workers died of is put into quarantine"
dismiss_workers
wait_for_run
start explore 'lastzero(18)' --queue "$url" --jobs 0
wait_for_run "$last"
for attempt in 1 2 3; do
  start_worker --run "$last" --slice 60
  for ((i = 0; i < 400; i++)); do
    if [[ $(sql "SELECT max(times) FROM heddle.attempt WHERE run = $last") == "$attempt" ]]; then break; fi
    sleep 0.05
  done
  kill -KILL "$worker"
  wait "$worker" 2>/dev/null || true
done
start_worker --run "$last"
finish
expect_status 3
expect_out "inconclusive" "the quarantine of task 1 (from the start)"

check "a run is stopped by hand and resumed"
wait_for_run
start explore 'lastzero(17)' --dpor optimal --queue "$url" --slice 0.2
wait_for_run "$last"
sleep 1
run stop "$last" --queue "$url"
expect_status 0
finish
expect_status 3
run status --queue "$url" "$last"
expect_out "stopped (heddle stop)"
run stop "$last" --queue "$url"
expect_refusal "run $last is not running: stopped"
run resume "$last" --queue "$url" --jobs 2
expect_status 0
expect_row interleavings 655360

check "Ctrl-C of a worker hands in what it did, and the others go on"
start explore 'lastzero(16)' --dpor optimal --queue "$url" --slice 0.3
wait_for_run "$last"
start_worker
sleep 1
kill -INT "$worker"
finish
expect_status 0
expect_row interleavings 311296

check "a worker with another version, other options, another program or another OTP is refused"
dismiss_workers
wait_for_run
start check cache.erl --queue "$url" --jobs 0
wait_for_run "$last"
original=$(sql "SELECT digest FROM heddle.run WHERE id = $last")
# refused COLUMN VALUE TEXT...: with this in the run's row.
refused() {
  local column=$1 value=$2 kept
  shift 2
  kept=$(sql "SELECT $column FROM heddle.run WHERE id = $last")
  sql "UPDATE heddle.run SET $column = $value WHERE id = $last"
  PATIENCE=20 run worker --queue "$url" --run "$last"
  expect_refusal "$@"
  psql -qAt "$url" -v kept="$kept" <<<"UPDATE heddle.run SET $column = :'kept' WHERE id = $last"
}
refused tool "'0.0.7'" "run $last belongs to heddle 0.0.7"
refused digest "digest || ' --bound length:7'" "explores another program or with other options" "there: " "length:7"
refused spec "regexp_replace(spec, '\"otp\":\"[^\"]*\"', '\"otp\":\"17\"')" "was started with OTP 17, here is OTP"
refused spec "regexp_replace(spec, '\"dpor\":\"[^\"]*\"', '\"dpor\":\"source\"')" "explores another program"
expect_equal digest "$original" "$(sql "SELECT digest FROM heddle.run WHERE id = $last")"
sql "UPDATE heddle.file SET bytes = (SELECT bytes FROM heddle.file AS other WHERE other.run < $last LIMIT 1)
  WHERE run = $last"
run worker --queue "$url" --run "$last"
[[ $status -eq 2 ]] || fail "another program was accepted"
run stop "$last" --queue "$url"
finish

check "who works on a run, who has left and who is gone"
wait_for_run
start explore 'lastzero(18)' --dpor optimal --queue "$url" --slice 0.2
wait_for_run "$last"
start_worker
for ((i = 0; i < 400; i++)); do
  run status "$last" --queue "$url"
  if [[ $(grep -c threads out) -eq 2 ]] && grep -q "of about" out; then break; fi
  sleep 0.05
done
expect_out "of about" "$worker: 1 threads"
kill -KILL "$worker"
sql "UPDATE heddle.worker SET seen = seen - interval '50 seconds' WHERE process = $worker"
run status "$last" --queue "$url"
expect_out "$worker: 1 threads" "gone: not heard of for 5"
run stop "$last" --queue "$url"
finish
run status "$last" --queue "$url"
expect_out ", left" ", gone"
sql "UPDATE heddle.worker SET seen = seen - interval '2 hours'"
run explore 'lastzero(4)' --queue "$url"
run status "$last" --queue "$url"
expect_not_out "threads"

check "bad input"
run explore bank --queue nonsense://x
expect_refusal "--queue" "postgres://"
run explore bank --queue "postgres://heddle@/postgres?host=$folder/nowhere"
expect_refusal "cannot connect" "heddle queue start"
run explore bank --jobs 0
expect_refusal "--jobs 0"
run explore bank --queue "$url" --checkpoint c
expect_refusal "--queue goes without --checkpoint"
run resume 4711 --queue "$url"
expect_refusal "there is no run 4711"
run worker --queue "$url" --run 4711
expect_refusal "there is no run 4711"
run queue url "$folder/elsewhere"
expect_refusal "there is no queue here"

run queue stop "$folder/server"
expect_status 0
expect_no_file server/data/postmaster.pid
passed
