# Interrupted by limits and resumed, an exploration ends with the totals of an uninterrupted one; what is not its
# checkpoint is refused.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

totals() { json "$1" '(r["verdict"], r["interleavings"], r["sleep_set_blocked"], r["bound"])'; }
errors_of() {
  json "$1" '"\n".join(sorted(str((e["kind"], e["process"], e["reason"], e["line"])) for e in r["errors"] for _ in range(e["times"])))'
}

# in_pieces STEP WORD...: explores until STEP interleavings, 2 STEP, 3 STEP, ... with a process for each.
in_pieces() {
  local step=$1 limit=$1 pieces=1
  shift
  rm -f saved
  run explore "$@" --checkpoint saved --interleaving_bound "$limit" --json result.json
  expect_file saved
  while row 'cut off by' | grep -q "limit of $limit interleavings"; do
    expect_equal verdict "$(json result.json 'r["errors"] and "error" or "inconclusive"')" \
      "$(json result.json 'r["verdict"]')"
    limit=$((limit + step))
    pieces=$((pieces + 1))
    [[ $pieces -lt 40 ]] || fail "does not end"
    run explore "$@" --resume saved --interleaving_bound "$limit" --json result.json
  done
  note "$pieces pieces"
  [[ $pieces -gt 2 ]] || fail "was not interrupted"
}

for jobs in 1 2; do
  check "lastzero(10) in pieces of 500, --jobs $jobs: 3328"
  in_pieces 500 'lastzero(10)' --jobs "$jobs"
  expect_status 0
  expect_equal totals "('verified', 3328, 0, None)" "$(totals result.json)"
done

check "lock(4) with optimal in pieces of 50: 336"
in_pieces 50 'lock(4)' --dpor optimal
expect_status 0
expect_equal totals "('verified', 336, 0, None)" "$(totals result.json)"

check "errors found before and after are all there"
cat >clerks.toy <<'TOY'
var balance = 100
proc main() {
  a = spawn withdraw(10)
  b = spawn withdraw(20)
  c = spawn withdraw(30)
  join a
  join b
  join c
  rest = read balance
  assert rest == 40
}
proc withdraw(amount) {
  seen = read balance
  write balance = seen - amount
}
TOY
for dpor in optimal observers; do
  run explore clerks.toy --dpor "$dpor" --keep_going --json whole.json
  totals whole.json >whole.totals
  errors_of whole.json >whole.errors
  in_pieces 7 clerks.toy --dpor "$dpor" --keep_going
  expect_status 1
  expect_equal totals "$(cat whole.totals)" "$(totals result.json)"
  errors_of result.json >pieces.errors
  expect_same_files whole.errors pieces.errors
done

check "after the first error, --resume looks for the next ones"
run explore bank --dpor optimal --checkpoint bank.saved
expect_status 1
expect_row errors 1
run explore --resume bank.saved --dpor optimal --keep_going
expect_status 1
expect_row interleavings 6
expect_row errors 4

check "the program need not be named again; --checkpoint beside --resume leaves the old file"
run explore 'lastzero(10)' --checkpoint half --interleaving_bound 1000
cp half half.before
run explore --resume half --checkpoint other
expect_status 0
expect_row interleavings 3328
expect_same_files half half.before
expect_file other

check "a finished exploration can be resumed: the same totals"
run explore --resume other
expect_status 0
expect_row interleavings 3328

check "no temporary files are left"
expect_equal "leftovers" "" "$(ls -- *.tmp 2>/dev/null || true)"

refuse() { cp half.before half; run explore "$@"; expect_refusal "${refusal[@]}"; expect_same_files half half.before; }

check "refused: another program, named"
refusal=("half: is a checkpoint of another exploration (lastzero(10))" "resume it with that program")
refuse 'lastzero(9)' --resume half
refuse bank --resume half

check "refused: other options"
refuse 'lastzero(10)' --resume half --dpor optimal
refuse 'lastzero(10)' --resume half --bound length:5
refuse 'lastzero(10)' --resume half --allow_deadlock

check "refused: a program file that was changed since"
cat clerks.toy >changed.toy
run explore changed.toy --dpor optimal --checkpoint changed.saved --keep_going --interleaving_bound 5
sed -i 's/== 40/== 50/' changed.toy
run explore changed.toy --dpor optimal --resume changed.saved --keep_going
expect_refusal "changed.saved: is a checkpoint of another exploration"

check "refused: a missing file, a folder, an empty file, another file"
run explore --resume missing
expect_refusal "missing: cannot read the checkpoint: No such file or directory; check the path"
mkdir -p a_folder
run explore --resume a_folder
expect_refusal "a_folder" "directory"
: >empty
run explore --resume empty
expect_refusal "empty: empty, not a checkpoint"
run explore --resume clerks.toy
expect_refusal "clerks.toy: not a checkpoint of Heddle" "check the path"

check "refused: a truncated file, wherever it ends"
size=$(stat -c %s half)
for keep in 1 8 12 19 20 40 $((size / 2)) $((size - 8)) $((size - 1)); do
  head -c "$keep" half >truncated
  run explore --resume truncated
  expect_refusal "truncated: " "start the exploration again"
done

check "refused: a flipped bit, wherever it is"
for at in 0 7 9 13 20 21 60 $((size / 4)) $((size / 2)) $((size * 3 / 4)) $((size - 9)) $((size - 1)); do
  python3 - half flipped "$at" <<'PYTHON'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[int(sys.argv[3])] ^= 4
open(sys.argv[2], "wb").write(data)
PYTHON
  run explore --resume flipped
  expect_refusal "flipped: "
done

check "refused: more bytes than were written"
cat half - <<<'more' >longer
run explore --resume longer
expect_refusal "longer: "

check "a bound is kept"
in_pieces 2000 'lastzero(6)' --bound preemption:1
expect_status 3
expect_equal verdict bounded "$(json result.json 'r["verdict"]')"

passed
