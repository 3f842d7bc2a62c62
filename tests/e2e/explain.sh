# heddle explain, diff and replay: from an error to the order that causes it.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

cp "$HEDDLE_SOURCE_DIR/examples/toy/bank.toy" .
run explore bank.toy --trace bank.json
expect_status 1

check "the decisive race, and the run without the error beside it"
run explain bank.json --twin twin.json
expect_status 1
expect_out_line "main: assert rest \+ out == 100 does not hold .*, because step 3 \(main\.1 seen = read balance\) comes before step 5 \(main\.2 balance := 20\)\."
expect_out_line "The decisive race 1, at balance"
expect_out "With these two the other way round and all else in its order, the run passes."
expect_out_line "  steps 1 to 2 are the same +\| steps 1 to 2 are the same"
expect_out_line "  error: main: assert .* \| no error"

check "the twin is a trace without an error"
expect_schema trace.schema.json twin.json
expect_equal errors "[]" "$(json twin.json 'r["errors"]')"
run replay twin.json
expect_status 0
expect_out "No error in this run."
run explain twin.json
expect_refusal "twin.json: has no error to explain"

check "a message of a timer is told by what it says, not by the timer's reference"
cat >timers.erl <<'ERL'
-module(timers).
-export([test/0]).
test() ->
    Self = self(),
    erlang:send_after(50, Self, tick),
    spawn(fun() -> timer:sleep(10), Self ! work end),
    receive
        work -> ok;
        tick -> error(too_late)
    end.
ERL
run check timers.erl --trace timers.json
expect_status 1
run explain timers.json
expect_out_line "P exits with too_late, because tick from P \(step [0-9]+\) arrives before work from P\.1 \(step [0-9]+\)\."

check "diff: the first divergence, and the first step that does something else"
run diff bank.json twin.json
expect_status 1
expect_out "The first 2 steps are the same. Then"
expect_out_line "  bank\.json: step 3, main\.1: seen = read balance  -> 100, bank\.toy:[0-9]+"
expect_out_line "  twin\.json: step 5, main\.1: seen = read balance  -> 20, bank\.toy:[0-9]+"
run diff bank.json bank.json
expect_status 0
expect_out "The same 14 steps."
cat >other.toy <<'TOY'
var y = 0
proc main() {
  write y = 1
  fail "always"
}
TOY
run explore other.toy --trace other.json
run diff bank.json other.json
expect_status 1
expect_out "They differ from the first step on:"
expect_equal "the step is told once" 1 "$(grep -c 'other.json: step 1, main' out)"
run diff bank.json missing.json
expect_refusal "missing.json: cannot read the trace"

check "diff knows an event by its actor and ordinal: another order of the same steps is no other run"
cat >two.toy <<'TOY'
var x = 0
var y = 0
proc main() { a = spawn p() b = spawn q() join a join b assert 0 }
proc p() { write x = 1 }
proc q() { write y = 1 }
TOY
run explore two.toy --no-minimise --trace a.json
for seed in 1 2 3 4 5 6 7 8 9; do
  run explore two.toy --strategy walk --seed "$seed" --no-minimise --trace b.json
  run diff a.json b.json
  [[ $status -eq 1 ]] && break
done
expect_status 1
expect_out "Every step does the same in both: only their order differs."

check "an error that every order has: said so"
run explain a.json
expect_status 1
expect_out "No reversal of its" "perhaps it does not depend on the order of steps"

check "more than one pair has to change places: said so, and the twin passes"
if command -v erlc >/dev/null; then
  run check "$HEDDLE_SOURCE_DIR/examples/erlang/slow_server.erl" --trace slow.json
  expect_status 1
  run explain slow.json --twin slow-twin.json
  expect_status 1
  expect_out "it takes more than one pair of steps to avoid it" "other steps have to change places too"
  run replay slow-twin.json
  expect_status 0
fi

check "replay shows the steps; a part of them if asked"
run replay bank.json
expect_status 1
expect_out_line "14 steps, .*"
run replay bank.json --until 4
expect_status 0
expect_out_line "stopped after step 4 of 14"
expect_out_line "4 steps, .*"
run replay bank.json --from 5 --process main.2
expect_status 1
expect_out_line "3 of 14 steps, .*"
expect_out_line "   5 > main\.2  balance := 20 .*"
run replay bank.json --until 99
expect_refusal "--until 99: bank.json has only 14 steps"
run replay bank.json --process nobody
expect_refusal "--process nobody: there is none of that name in the trace; it has main, "

check "a changed program: replay says at which step, and shows the way there; explain refuses"
cp "$HEDDLE_SOURCE_DIR/examples/toy/bank_fixed.toy" bank.toy
run replay bank.json
expect_status 3
expect_out_line "diverged at step 5"
expect_out_line "   4 > main\.2  seen = read balance  -> 100 .*"
run explain bank.json
expect_refusal "bank.json: is not a trace of this program: step 5 was main.2: balance := 20" "record a trace of this program"

check "the guide shows what these commands print"
if command -v erlc >/dev/null; then
  cp "$HEDDLE_SOURCE_DIR/examples/erlang/cache.erl" .
  run check cache.erl
  expect_status 1
  shown() { sed -n "/^\\\$ heddle $1/,/^\`\`\`/p" "$HEDDLE_SOURCE_DIR/docs/guide.md" | grep -vE '^(\$ heddle|```|\.\.\.$)'; }
  shown "races heddle-trace.json" >expected
  run races heddle-trace.json
  expect_same_files out expected
  shown "variants heddle-trace.json" >expected
  run variants heddle-trace.json --race 1 --run --trace variant.json
  expect_same_files out expected
  shown "explain heddle-trace.json" >expected
  run explain heddle-trace.json --twin passing.json
  sed -i -e '1,2d' -e 's/ *$//' -e '/^The run without the error/d' out  # the error itself, and the name of the file
  sed -i '${/^$/d}' out
  expect_same_files out expected
fi

passed
