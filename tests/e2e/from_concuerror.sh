# docs/from-concuerror.md: every option of Concuerror is what the table says it is.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi
page=$HEDDLE_SOURCE_DIR/docs/from-concuerror.md
printf -- '-module(x).\n-export([test/0]).\ntest() -> ok.\n' >x.erl
erlc x.erl

# Lines "state option option ...".
sed -n '/^## Every option/,/^## /p' "$page" | grep '^| `' | while IFS='|' read -r _ names state _; do
  echo "$state $(grep -oE -- '-[-a-z_]+' <<<"$names" | tr '\n' ' ')"
done >rows
[[ $(wc -l <rows) -ge 30 ]] || fail "found only $(wc -l <rows) options in the table"

check "what is ignored is accepted, and said to be without meaning"
run check --help
cp out help
while read -r option; do
  run check -m x "$option" 1
  expect_status 0
  grep -q "of Concuerror that has no meaning here" err || fail "$option is not said to be ignored"
done < <(sed -n 's/^ *ignored *//p' rows | tr ' ' '\n' | grep .)

check "what is the same is in the help"
while read -r option; do
  grep -qE -- "(^|[ ,])$option([ ,]|\$)" help || fail "no $option in the help of check"
done < <(sed -n 's/^ *same *//p' rows | tr ' ' '\n' | grep .)

check "what is different is there, but for --version"
while read -r option; do
  [[ $option == --version ]] && continue
  grep -qE -- "(^|[ ,])$option([ ,]|\$)" help || fail "no $option in the help of check"
done < <(sed -n 's/^ *different *//p' rows | tr ' ' '\n' | grep .)
run --version
expect_status 0

check "switches and attributes"
run check -m x --symbolic_names=false -k -i 5 --observers=false --instant_delivery false
expect_status 0
run check -m x -k true --show_races true -s false --assertions_only false --first_process_errors_only false x.beam
expect_status 0
for bound in -1 infinity; do
  run check -m x -a $bound -i $bound --timeout $bound
  expect_status 0
done
run check -m x -g graph.dot -v 0 --optimal true --ignore_error crash
expect_status 0
[[ ! -s out ]] || fail "-v 0 is not quiet"
run check -m x --timeout 499
expect_status 2
grep -q "timeout 499: give a number of milliseconds from 500 on, or infinity" err || fail "no word about 499"
printf -- '-module(y).\n-export([test/0]).\n-concuerror_options([keep_going, {observers, false}, {verbosity, 3}, {exclude_module, [a, b]}, {instant_delivery, false}]).\ntest() -> ok.\n' >y.erl
run check y.erl
expect_status 0

check "--optimal false is source, which has runs that are blocked"
cat >w.erl <<'EOF'
-module(w).
-export([order/0, crash/0, long/0, system/0]).
order() ->
    P = self(),
    [spawn(fun() -> P ! I end) || I <- [1, 2]],
    receive X -> receive Y -> {X, Y} end end.
crash() -> spawn(fun() -> exit(oops) end), ok.
long() -> count(12000000).
count(0) -> ok;
count(N) -> count(N - 1).
system() ->
    P = self(),
    Applications = [crypto, tools],
    [spawn(fun() -> P ! {A, application:load(A)} end) || A <- Applications],
    [receive {A, Result} -> Result end || A <- Applications].
EOF
lastzero=$HEDDLE_SOURCE_DIR/bench/erlang/check/lastzero.erl
run check "$lastzero" -t t5 --optimal false
expect_status 0
expect_out_line "  sleep-set blocked  [1-9].*"
run check "$lastzero" -t t5 --optimal true
expect_out "sleep-set blocked  0"

check "crashes are ignored under both names"
run check w.erl -t crash
expect_status 1
for name in crash abnormal_exit; do
  run check w.erl -t crash --ignore_error $name
  expect_status 0
done

check "a timeout is so many calls"
run check w.erl -t long
expect_status 0
run check w.erl -t long --timeout 500
expect_status 1
expect_out "computes without end: more than 10000000 calls"

check "--scheduling: who goes on in the first interleaving"
for row in "oldest P.1" "newest P.2" "round_robin P.1"; do
  read -r order first <<<"$row"
  run check w.erl -t order --scheduling $order --log_all
  expect_status 0
  expect_out "Interleaving 2: no error"
  [[ $(grep -m1 '^   3 >' out) == *"> $first "* ]] || fail "with $order, $first does not go on"
done

check "--non_racing_system: two requests to the application controller are one class"
run check w.erl -t system
expect_status 0
expect_out "interleavings      2"
run check w.erl -t system --non_racing_system application_controller
expect_status 0
expect_out "interleavings      1"

check "a run beyond the depth bound is inconclusive; a halt with a status is an error"
printf -- '-module(z).\n-export([test/0, halt_test/0]).\ntest() -> [self() ! X || X <- lists:seq(1, 50)].\nhalt_test() -> halt(1).\n' >z.erl
run check z.erl -t test -d 20
expect_status 3
run check z.erl -t halt_test
expect_status 1
expect_out "the system is halted with status 1"
run check z.erl -t halt_test --ignore_error abnormal_halt
expect_status 0

passed
