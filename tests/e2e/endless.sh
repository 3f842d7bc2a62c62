# Programs that do not end: found out or cut off, never a hang.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

check "an endless local loop is a finding of its own, with its place, and replays"
cat >loop.toy <<'TOY'
proc main() {
  while 1 {}
}
TOY
run explore loop.toy
expect_status 1
expect_out "main computes for more than" "limit in main at loop.toy:2"
run replay heddle-trace.json
expect_status 1
expect_out "reproduced: main computes for more than"

check "one that only some schedules reach"
cat >late_loop.toy <<'TOY'
var x = 0
proc main() {
  spawn p()
  r = read x
  while r == 1 {}
}
proc p() { write x = 1 }
TOY
for dpor in none source optimal observers; do
  run explore late_loop.toy --dpor "$dpor" --keep_going
  expect_status 1
  expect_row interleavings 2
  expect_row errors 1
done

check "the same in Erlang: a finding with its steps, while the others go on; no deadlock is claimed"
cat >loops.erl <<'ERL'
-module(loops).
-export([test/0]).
test() ->
    Self = self(),
    spawn(fun() -> Self ! go end),
    spawn(fun() -> Self ! stop end),
    receive
        stop -> ok;
        go -> loop(0)
    end.
loop(N) -> loop(N + 1).
ERL
run check loops.erl --step-limit 100000 --html page.html --keep_going
expect_status 1
expect_out "P computes without end: more than 100000 calls" "limit in P at loops.erl:11"
expect_out "receives go"
expect_row errors 1
[[ -s page.html ]] || fail "no page"
run replay heddle-trace.json
expect_status 1
expect_out "reproduced: P computes without end"
run explain heddle-trace.json
expect_out "because go from P.1 (step"

cat >for_ever.toy <<'TOY'
var x = 0
proc main() {
  while 1 { write x = 1 }
}
TOY
cat >spin.toy <<'TOY'
var ready = 0
proc main() {
  spawn p()
  r = read ready
  while r == 0 {
    yield
    r = read ready
  }
}
proc p() { write ready = 1 }
TOY

check "endless runs are cut off by a length bound"
run explore for_ever.toy --bound length:200
expect_status 3
expect_equal "cut off by" "length bound 200" "$(row 'cut off by')"

check "without a bound there is a default, and the report says who loops and what to do"
cat >worker_loops.toy <<'TOY'
var x = 0
proc main() { spawn idle()  spawn busy() }
proc idle() { yield }
proc busy() { while 1 { write x = 1 } }
TOY
for options in "" "--jobs 2" "--dpor none --interleaving_bound 3" "--strategy walk --samples 5"; do
  run explore worker_loops.toy $options
  expect_status 3
  expect_not_out "verified"
  expect_out "length bound 10000" "main.2 still going on" "--bound length:N allows longer runs"
done
cat >ping.toy <<'TOY'
proc main() {
  h = spawn pong(self)
  while 1 { send h (1)  receive { (2) -> {} } }
}
proc pong(boss) { while 1 { receive { (1) -> { send boss (2) } } } }
TOY
run explore ping.toy --dpor variants --bound length:500
expect_status 3
expect_out "length bound 500"

check "a longer run ends when the time is up or after Ctrl-C, and is not said to be explored"
cat >slow.toy <<'TOY'
var x = 0
proc main() {
  while 1 {
    i = 0
    while i < 20000 { i = i + 1 }
    write x = 1
  }
}
TOY
for options in "--bound length:200000" "--bound length:200000 --jobs 2" "--bound length:4000000000 --strategy pct:3"; do
  run explore slow.toy --time 0.2 $options
  expect_status 3
  expect_out "time limit 0.2 s"
done
start explore slow.toy --bound length:200000
sleep 0.3
kill -INT "$pid"
finish
expect_status 3
expect_out "Verdict: inconclusive" "interrupted" "a stop within a run"

check "runs that an exploration could not hold are refused"
run explore for_ever.toy --bound length:200001
expect_refusal "--bound length:200001" "at most 200000 steps" "--strategy"

check "spinning with yields ends under a fair bound"
run explore spin.toy --bound fair:3
expect_status 3
expect_out "Verdict: verified up to fair bound 3"

check "endless runs can be sampled up to a length"
run explore for_ever.toy --strategy walk --samples 3 --bound length:100
expect_status 3
expect_out "no error in 3 samples"

passed
