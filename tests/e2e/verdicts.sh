# The five verdicts, their exit codes and what each of them says was cut off (DESIGN.md section 9).
set -euo pipefail
source "$(dirname "$0")/lib.bash"

cat >yields.toy <<'TOY'
// One process may yield three times before the other writes.
var x = 0
proc main() {
  spawn p()
  yield
  yield
  yield
  a = read x
}
proc p() { write x = 1 }
TOY

expect_verdict() {  # expect_verdict STATUS WORDS [CUT_OFF]
  expect_status "$1"
  expect_out_line "Verdict: $2"
  expect_equal "cut off by" "${3:-}" "$(row 'cut off by')"
}

check "everything explored, no error: verified, 0"
run explore 'counter(2)'
expect_verdict 0 verified

check "an error: 1, also when something was cut off"
run explore mutexes
expect_verdict 1 error
expect_out "deadlock"
run explore bank --bound delay:1
expect_verdict 1 error "delay bound 1"

check "--allow_deadlock: waiting for ever is no error"
run explore mutexes --allow_deadlock
expect_verdict 0 verified

check "preemption bound 0 misses the error of bank and says so; 1 finds it"
run explore bank --bound preemption:0
expect_verdict 3 "verified up to preemption bound 0" "preemption bound 0"
run explore bank --bound preemption:0 --dpor none
expect_verdict 3 "verified up to preemption bound 0" "preemption bound 0"
run explore bank --bound preemption:1
expect_verdict 1 error
run explore bank --bound preemption:0 --json -
expect_equal "json" "('bounded', 'preemption bound 0')" "$(json out '(r["verdict"], r["bound"])')"

check "delay bound 0 is one run"
run explore bank --bound delay:0
expect_verdict 3 "verified up to delay bound 0" "delay bound 0"
expect_row interleavings 1

check "fair bound: counts yields"
run explore yields.toy --bound fair:1
expect_verdict 3 "verified up to fair bound 1" "fair bound 1"
run explore yields.toy --bound fair:3
expect_verdict 0 verified

check "exploration-tree bound: no guarantee, so inconclusive"
run explore bank --bound tree:0
expect_verdict 3 inconclusive "exploration-tree bound 0"

check "length bound: a guarantee with none, inconclusive with a reduction"
run explore 'lastzero(5)' --bound length:5 --dpor none
expect_verdict 3 "verified up to length bound 5" "length bound 5"
run explore 'lastzero(5)' --bound length:5 --dpor optimal
expect_verdict 3 inconclusive "length bound 5"

check "two bounds are both named"
run explore bank --dpor none --bound delay:0 --bound length:9
expect_verdict 3 "verified up to delay bound 0 and length bound 9" $'delay bound 0\nlength bound 9'

check "a bound that cut nothing is not mentioned: verified, 0"
for bound in preemption:9 delay:30 fair:9 tree:99 length:99; do
  run explore 'counter(2)' --bound "$bound"
  expect_verdict 0 verified
done

check "--interleaving_bound: inconclusive, names the limit; not if it was enough"
run explore 'lastzero(10)' --interleaving_bound 100
expect_verdict 3 inconclusive "limit of 100 interleavings"
expect_row interleavings 100
run explore 'lastzero(10)' --interleaving_bound 4000
expect_verdict 0 verified
run explore 'lastzero(10)' --interleaving_bound 100 --json -
expect_equal "json" "('inconclusive', 'limit of 100 interleavings')" \
  "$(json out '(r["verdict"], r["bound"])')"

check "--time: inconclusive, names the limit, and keeps it"
SECONDS=0
run explore 'lastzero(18)' --time 0.3
expect_verdict 3 inconclusive "time limit 0.3 s"
[[ $SECONDS -lt 10 ]] || fail "took $SECONDS s instead of 0.3"
run explore 'counter(2)' --time 600
expect_verdict 0 verified

check "samples without an error: no error in N samples, 3, the same output twice"
run explore 'counter(2)' --strategy walk --samples 50 --seed 7
expect_verdict 3 "no error in 50 samples"
expect_row interleavings 50
without_time >first
run explore 'counter(2)' --strategy walk --samples 50 --seed 7
without_time >second
expect_same_files first second
run explore 'counter(2)' --strategy walk --samples 50 --json -
expect_equal "json" sampled "$(json out 'r["verdict"]')"

check "the seed decides: other seeds sample other runs"
for seed in 1 2 3 4; do
  run explore bank --strategy walk --seed "$seed" --no-minimise --trace "$seed.json"
  expect_status 1
  run explore bank --strategy walk --seed "$seed" --no-minimise --trace again.json
  expect_same_files "$seed.json" again.json
done
schedules=$(for seed in 1 2 3 4; do json $seed.json 'r["schedule"]'; done | sort -u | wc -l)
[[ $schedules -gt 1 ]] || fail "four seeds gave the same run"

check "every strategy finds the error of bank, and it replays"
for strategy in walk weighted pct pct:3 pos portfolio; do
  run explore bank --strategy "$strategy"
  expect_verdict 1 error
  run replay heddle-trace.json
  expect_status 1
done

check "sampling can be stopped by time"
run explore 'counter(2)' --strategy walk --samples 1000000000 --time 0.2
expect_status 3
expect_out "time limit 0.2 s"

check "an error within the length bound is found: the shortest one of bank has 14 steps"
run explore bank --bound length:13 --dpor none
expect_verdict 3 "verified up to length bound 13" "length bound 13"
run explore bank --bound length:14 --dpor none
expect_status 1

passed
