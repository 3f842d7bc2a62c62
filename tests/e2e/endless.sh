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

check "spinning with yields ends under a fair bound"
run explore spin.toy --bound fair:3
expect_status 3
expect_out "Verdict: verified up to fair bound 3"

check "endless runs can be sampled up to a length"
run explore for_ever.toy --strategy walk --samples 3 --bound length:100
expect_status 3
expect_out "no error in 3 samples"

passed
