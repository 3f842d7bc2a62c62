# --prefix TRACE:N runs the first N steps of a trace and explores only what can follow.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

# bank has 6 classes. After step 4 of the trace both withdrawals have seen 100: the 4 wrong ones are left (2 orders of
# the writes, 2 of the payments). After step 5 the first write is done (2), after 6 the first payment (1).
run explore bank --dpor optimal --trace error.json
expect_status 1
run explore bank --dpor optimal --keep_going
expect_row interleavings 6

expect_after() {  # expect_after STEPS INTERLEAVINGS ERRORS
  run explore bank --dpor optimal --keep_going --prefix "error.json:$1" --trace found.json
  expect_status 1
  expect_row interleavings "$2"
  expect_row errors "$3"
}

check "the longer the prefix, the fewer interleavings; the error is found after it"
expect_after 0 6 4
expect_after 4 4 4
expect_after 5 2 2
expect_after 6 1 1
expect_after 14 1 1

check "more steps than the trace has, or none given: all of them"
expect_after 99 1 1
run explore bank --dpor optimal --keep_going --prefix error.json --trace found.json
expect_status 1
expect_row interleavings 1

check "the error found after a prefix replays"
run explore bank --prefix error.json:4 --no-minimise --trace found.json
expect_status 1
expect_equal "the first four steps" "$(json error.json 'r["schedule"][:4]')" "$(json found.json 'r["schedule"][:4]')"
run replay found.json
expect_status 1

check "every algorithm can go on from a prefix, also with several jobs"
for dpor in none persistent source optimal observers; do
  run explore bank --dpor "$dpor" --keep_going --prefix error.json:4 --jobs 2 --trace ''
  expect_status 1
  [[ $(row interleavings) -ge 4 ]] || fail "fewer than the 4 classes"
  expect_equal "wrong ones" "$(row interleavings)" "$(row errors)"
done

check "a prefix after which the error cannot happen any more: none is found"
cat >serial.toy <<'TOY'
var x = 0
proc main() {
  a = spawn add_one()
  b = spawn add_one()
  join a
  join b
  sum = read x
  assert LIMIT
}
proc add_one() {
  seen = read x
  write x = seen + 1
}
TOY
sed 's/LIMIT/sum < 0/' serial.toy >always.toy
sed 's/LIMIT/sum == 2/' serial.toy >sometimes.toy
run explore always.toy --no-minimise --trace serial.json # the first run: one after the other
run explore sometimes.toy --trace ''
expect_status 1
steps=$(json serial.json '[i for i, e in enumerate(r["events"]) if "write" == e["footprint"][-1]["kind"]][0] + 1')
run explore sometimes.toy --prefix "serial.json:$steps"
expect_row errors 0
expect_row interleavings 1

check "but the program is not verified: the verdict names the prefix"
expect_status 3
expect_out "Verdict: inconclusive" "cut off by         the prefix serial.json:$steps: only what follows its $steps steps"
run explore sometimes.toy --prefix "serial.json:$steps" --json -
expect_status 3
expect_equal verdict inconclusive "$(json out 'r["verdict"]')"

check "a checkpoint remembers the prefix"
run explore bank --dpor optimal --keep_going --prefix error.json:4 --checkpoint saved --interleaving_bound 2 --trace ''
expect_status 1
run explore bank --dpor optimal --keep_going --prefix error.json:4 --resume saved --trace ''
expect_row interleavings 4
run explore bank --dpor optimal --keep_going --resume saved
expect_refusal "saved: is a checkpoint of another exploration"

check "what the prefix does counts, not how its file is called"
run explore bank --dpor optimal --keep_going --prefix error.json:4 --checkpoint saved --interleaving_bound 2 --trace ''
cp error.json renamed.json
run explore bank --dpor optimal --keep_going --prefix renamed.json:4 --resume saved --trace ''
expect_status 1
expect_row interleavings 4
run explore bank --dpor optimal --keep_going --prefix error.json:4 --checkpoint saved --interleaving_bound 2 --trace ''
for seed in 1 2 3 4 5 6 7 8 9; do  # a run that begins another way
  run explore bank --strategy walk --seed "$seed" --no-minimise --trace other.json
  [[ $(json other.json 'r["schedule"][:4]') != "$(json error.json 'r["schedule"][:4]')" ]] && break
done
cp other.json error.json
run explore bank --dpor optimal --keep_going --prefix error.json:4 --resume saved --trace ''
expect_refusal "saved: is a checkpoint of another exploration"
mv renamed.json error.json

check "the trace of an error does not replace the prefix"
run explore bank
cp heddle-trace.json before.json
run explore bank --prefix heddle-trace.json:4
expect_status 1
expect_same_files before.json heddle-trace.json
expect_out "heddle replay heddle-trace-2.json"
run replay heddle-trace-2.json
expect_status 1
run explore bank --prefix before.json:4 --trace ./before.json
expect_refusal "--trace ./before.json: is the prefix"

check "refused: a trace of another program, a missing one"
run explore 'lastzero(5)' --prefix error.json
expect_refusal "error.json: is not a trace of this program: step 2 was" "record a trace of this program"
run explore bank --prefix missing.json:3
expect_refusal "missing.json: cannot read the trace: No such file or directory"

passed
