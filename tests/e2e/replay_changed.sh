# A trace of a program that was changed since: the error is gone, still there, or the program goes another way.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

cp "$HEDDLE_SOURCE_DIR/examples/toy/bank.toy" original.toy
cp original.toy mine.toy
run explore mine.toy --trace trace.json
expect_status 1
expect_out "mine.toy:15"

check "unchanged: reproduced, exit code 1"
run replay trace.json
expect_status 1
expect_out "reproduced: main: assert rest + out == 100 does not hold" "mine.toy:15"

check "an error before the end of the program: nothing but the error is said"
cat >early.toy <<'TOY'
proc main() {
  spawn p()
  yield
  yield
}
proc p() { yield  assert 0 }
TOY
run explore early.toy --trace early.json
expect_status 1
run replay early.json
expect_status 1
expect_out_line "reproduced: main\.1: assert 0 does not hold"
expect_not_out "could go on" "not at its end"

check "a comment more: still reproduced, at its new place"
sed '1i // A comment.' original.toy >mine.toy
run replay trace.json
expect_status 1
expect_out "reproduced: main: assert rest + out == 100 does not hold" "mine.toy:16"

check "the assertion repaired: errors gone, exit code 0"
sed 's/assert rest + out == 100/assert rest + out >= 100/' original.toy >mine.toy
run replay trace.json
expect_status 0
expect_out "errors gone: the same 14 steps no longer lead to: main: assert rest + out == 100"

check "another assertion fails instead: both are said, exit code 1"
sed 's/assert rest + out == 100/assert rest == 100/' original.toy >mine.toy
run replay trace.json
expect_status 1
expect_out "errors differ" "expected: main: assert rest + out == 100" "happened: main: assert rest == 100"

check "the bug repaired by compare-and-swap: diverged, with the step and what happened instead, exit code 3"
cp "$HEDDLE_SOURCE_DIR/examples/toy/bank_fixed.toy" mine.toy
run replay trace.json
expect_status 3
expect_out_line "diverged at step 5"
expect_out_line "  expected: main\.2: balance := 20 \(writes balance\), mine\.toy:21"
expect_out_line "  happened: main\.2: if_unchanged = cas\(balance, seen, seen - amount\) .*mine\.toy:[0-9]+"

check "another value in a message: the step, both messages, and whether the error is still there"
cat >values.erl <<'ERLANG'
-module(values).
-export([test/0]).
test() ->
    S = self(),
    spawn(fun() -> S ! {val, 1} end),
    spawn(fun() -> S ! {val, 2} end),
    receive {val, X} -> receive {val, _} -> 1 = X end end.
ERLANG
run check values.erl --trace values.json
expect_status 1
step=$(json values.json 'next(i for i, e in enumerate(r["events"], 1) if e["operation"].startswith("sends {val,2}"))')
sed -i 's/{val, 2}/{val, 3}/' values.erl
run replay values.json
expect_status 1
expect_out "errors differ" "the program was changed: at step $step it does something else"
expect_out_line "  expected: P\.2: sends \{val,2\} to P, values\.erl:6"
expect_out_line "  happened: P\.2: sends \{val,3\} to P, values\.erl:6"
run replay values.json --until "$step"
expect_out "stopped after step $step" "at step $step it does something else"

check "other lines, other funs, other names of variables: no false alarm"
sed -e 's/{val, 3}/{val, 2}/' -e 's/\<X\>/Value/g' -e 's/^test() ->/test() -> _ = fun() -> ok end,\n\n/' -i values.erl
run replay values.json
expect_status 1
expect_out "reproduced"
expect_not_out "was changed"

check "two operations reordered: diverged"
python3 - original.toy mine.toy <<'PYTHON'
import sys
text = open(sys.argv[1]).read()
a, b = "    write balance = seen - amount\n", "    before = add(paid, amount)\n"
assert a + b in text
open(sys.argv[2], "w").write(text.replace(a + b, b + a))
PYTHON
run replay trace.json
expect_status 3
expect_out "diverged at step 5" "expected: main.2: balance := 20" "happened: main.2: before = add(paid, amount)"

check "a process that is not there any more: diverged, with those who could run"
sed -e '/second/d' original.toy >mine.toy
run replay trace.json
expect_status 3
expect_out "diverged at step 2"

check "--program replays in another program than the recorded one"
run replay trace.json --program original.toy
expect_status 1
expect_out "reproduced"
run replay trace.json --program bank
expect_status 1
run replay trace.json --program 'lastzero(3)'
expect_status 3
expect_out "diverged at step"

check "the recorded file is gone: refused, named"
rm mine.toy
run replay trace.json
expect_refusal "mine.toy: No such file or directory"

switches() { json "$1" 'sum(a != b for a, b in zip(r["schedule"], r["schedule"][1:]))'; }

check "minimise: fewer context switches, the same error, and it replays"
run explore original.toy --dpor none --no-minimise --trace long.json
expect_status 1
cp long.json kept.json
run minimise long.json --output short.json
expect_status 1
expect_out "context switches instead of"
[[ $(switches short.json) -lt $(switches long.json) ]] ||
  fail "$(switches short.json) context switches, before $(switches long.json)"
expect_same_files long.json kept.json
expect_schema trace.schema.json short.json
expect_equal "the error" "$(json long.json 'r["errors"]')" "$(json short.json 'r["errors"]')"
run replay short.json
expect_status 1
expect_out "reproduced"

check "minimise without --output works in place; a second time changes nothing"
run minimise long.json
expect_status 1
expect_same_files long.json short.json
run minimise long.json
expect_same_files long.json short.json

check "with --allow_deadlock in the trace, the replay has it too"
cat >waits.toy <<'TOY'
mutex a
mutex b
var x = 0
proc main() {
  spawn one()
  spawn two()
}
proc one() {
  lock a
  lock b
  unlock b
  unlock a
}
proc two() {
  lock b
  lock a
  add(x, 1)
  assert 0
}
TOY
run explore waits.toy --allow_deadlock --keep_going
expect_status 1
expect_equal errors 1 "$(grep -c '^Error:' out)"
expect_not_out "Error: deadlock"
run replay heddle-trace.json
expect_status 1
expect_out "reproduced" "assert 0"

passed
