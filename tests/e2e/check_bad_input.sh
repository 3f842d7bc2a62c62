# Tests and files with something wrong: check ends with one message, or with a verdict that says what was cut off.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
command -v erlc >/dev/null || { echo "skipped: erlc is not installed"; exit 0; }

cat >endless.erl <<'ERL'
-module(endless).
-export([loop/0, allocate/0, spawns/0, ping/0, timeouts/0, fine/0, one/1]).
loop() -> loop().
allocate() -> allocate([]).
allocate(List) -> allocate([List | List]) ++ [x].
spawns() -> spawn(fun spawns/0).
ping() -> self() ! ping, receive ping -> ping() end.
timeouts() -> receive stop -> ok after 1000 -> timeouts() end.
fine() -> ok.
one(X) -> X.
ERL

check "a test that computes for ever"
run check endless.erl -t loop --step-limit 100000
expect_status 1
expect_out "100000 calls" "--step-limit" "limit in P at endless.erl:3"

check "a test that allocates for ever"
run check endless.erl -t allocate --memory 64 --step-limit 10000000000
expect_refusal "64 MiB" "--memory"

check "a test that spawns, sends or waits for ever: cut off, and who still went on"
for test in spawns ping timeouts; do
  run check endless.erl -t "$test" --bound length:300 --interleaving_bound 20
  expect_status 3
  expect_out "length" "300"
done
run check endless.erl -t timeouts --after_timeout 1000
expect_status 1
expect_out "for stop"

check "files, modules, functions and arities that are not there"
run check nosuch.erl
expect_refusal "nosuch.erl: no such file"
run check nosuch.beam
expect_refusal "nosuch.beam" "no such file"
run check -m nosuch_module
expect_refusal "nosuch_module" "--pa"
run check endless.erl -t nothing
expect_refusal "nothing/0"
run check endless.erl -t one
expect_refusal "endless:one/1" "arity 0"
run check endless.erl
expect_refusal "name one with -t"

check "a syntax error is the compiler's to tell, with its place"
printf -- '-module(broken).\n-export([t/0]).\nt() -> {.\n' >broken.erl
run check broken.erl -t t
expect_status 2
grep -q '^broken.erl:3:' err || fail "the line of the compiler is not shown as it is"

check "no debug_info: everything but the patterns of receives"
printf -- '-module(bare).\n-export([t/0]).\nt() -> receive {stop, _} -> ok end.\n' >bare.erl
erlc +no_debug_info bare.erl
run check bare.beam -t t
expect_status 1
expect_out "stuck in a receive"
expect_not_out "for {stop"

check "damaged .beam files"
erlc +debug_info endless.erl
head -c 200 endless.beam >cut.beam
run check cut.beam
expect_status 2
python3 - <<'PYTHON'
data = bytearray(open("endless.beam", "rb").read())
at = data.index(b"Code") + 8 + 20  # behind the header: the first instruction
data[at] = 0xff
open("odd.beam", "wb").write(data)
PYTHON
run check odd.beam -t fine
expect_status 2
[[ $(wc -l <err) -eq 1 ]] || fail "expected one line on standard error"

check "a folder that cannot be written: the verdict is there all the same"
mkdir readonly
chmod a-w readonly
if [[ -w readonly ]]; then
  note "this user may write everywhere"
else
  cd readonly
  run_command "$HEDDLE" check ../endless.erl -t timeouts --after_timeout 1000 2>../err >../out || true
  cd ..
fi
run check endless.erl -t timeouts --after_timeout 1000 --trace /proc/nowhere/trace.json
grep -q '/proc/nowhere/trace.json' err || fail "which file could not be written is not said"

check "a function that is not there, or has no clause, is named where the error is"
printf -- '-module(lost).\n-export([none/0, clause/0]).\nnone() -> nowhere:at_all(1, 2).\nclause() -> one(self()).\none(1) -> ok.\n' >lost.erl
run check lost.erl -t none
expect_status 1
expect_out "P exits with undef: nowhere:at_all/2"
run check lost.erl -t clause
expect_status 1
expect_out "P exits with function_clause: lost:one/1"

passed
