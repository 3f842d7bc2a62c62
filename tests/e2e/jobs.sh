# Several workers explore the same interleavings and find the same errors as one.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

# Large enough to be shared out: a task is split after some milliseconds.
cat >clerks.toy <<'TOY'
// Four clerks withdraw without a lock; almost any overlap loses an update.
var balance = 100
var paid = 0
proc main() {
  a = spawn withdraw(10)
  b = spawn withdraw(20)
  c = spawn withdraw(30)
  d = spawn withdraw(40)
  join a
  join b
  join c
  join d
  rest = read balance
  out = read paid
  assert rest + out == 100
}
proc withdraw(amount) {
  seen = read balance
  write balance = seen - amount
  before = add(paid, amount)
}
TOY

# The errors as a sorted list: one line for each interleaving with an error.
errors_of() {
  json "$1" '"\n".join(sorted(str((e["kind"], e["process"], e["reason"], e["line"])) for e in r["errors"] for _ in range(e["times"])))'
}

for dpor in optimal observers; do
  for jobs in 1 2 4; do
    check "clerks with $dpor, --jobs $jobs"
    run explore clerks.toy --dpor "$dpor" --keep_going --jobs "$jobs" --json result.json
    expect_status 1
    expect_row "sleep-set blocked" 0
    errors_of result.json >"errors.$jobs"
    json result.json 'r["interleavings"]' >"interleavings.$jobs"
    expect_same_files interleavings.1 "interleavings.$jobs"
    expect_same_files errors.1 "errors.$jobs"
  done
  [[ $(wc -l <errors.1) -gt 1000 ]] || fail "too few errors to compare"
  [[ $(sort -u errors.1 | wc -l) -gt 5 ]] || fail "too few different errors to compare"
done

check "samples of one seed are the same with any number of jobs"
for options in "--samples 300 --keep_going" "--samples 300 --errors 3" "--samples 300"; do
  for jobs in 1 2 4; do
    run explore clerks.toy --strategy portfolio --seed 3 --jobs "$jobs" $options --json result.json
    expect_status 1
    without_time >"report.$jobs"
    expect_same_files report.1 "report.$jobs"
    cp heddle-trace.json "trace.$jobs.json"
    expect_same_files trace.1.json "trace.$jobs.json"
  done
done

check "traces of delayed messages are the same with any number of jobs"
cat >delayed.toy <<'TOY'
delivery delayed
var x
proc main() {
  a = spawn parent(self)
  b = spawn parent(self)
  receive { (c) -> { send c (1) } }
  receive { (c) -> { send c (2) } }
}
proc parent(boss) {
  c = spawn leaf()
  send boss (c)
}
proc leaf() {
  receive { (n) -> { add(x, n)  seen = read x  assert seen != 3 } }
}
TOY
for jobs in 1 2 4; do
  run explore delayed.toy --jobs "$jobs" --keep_going --trace "trace.$jobs.json"
  expect_status 1
  expect_same_files trace.1.json "trace.$jobs.json"
done

check "brute force of two clerks finds the same different errors"
grep -vE '^  ([cd] = spawn|join [cd])' clerks.toy >two.toy
run explore two.toy --dpor none --keep_going --jobs 2 --json result.json
errors_of result.json | sort -u >errors.none
[[ $(wc -l <errors.none) -eq 2 ]] || fail "either update can be lost, so two errors"
for dpor in optimal observers; do
  run explore two.toy --dpor "$dpor" --keep_going --jobs 2 --json result.json
  errors_of result.json | sort -u >"errors.$dpor"
  expect_same_files errors.none "errors.$dpor"
done

check "lock(5), 120 with observers, at 1, 2 and 4 jobs"
for jobs in 1 2 4; do
  run explore 'lock(5)' --jobs "$jobs"
  expect_status 0
  expect_row interleavings 120
done

# (N + 3) 2^(N - 2), which gives the published 64, 3328 and 147456 for 5, 10 and 15.
check "lastzero(13), 32768 interleavings, at 1, 2 and 4 jobs"
for jobs in 1 2 4; do
  run explore 'lastzero(13)' --dpor optimal -j "$jobs"
  expect_status 0
  expect_row interleavings 32768
  expect_row "sleep-set blocked" 0
done

check "with several jobs the limits hold too"
run explore 'lastzero(15)' --jobs 4 --interleaving_bound 500
expect_status 3
[[ $(row interleavings) -ge 500 && $(row interleavings) -lt 600 ]] || fail "not about 500 interleavings"

check "the first error stops all workers"
run explore clerks.toy --jobs 4
expect_status 1
[[ $(row interleavings) -lt 1000 ]] || fail "went on after the error"

passed
