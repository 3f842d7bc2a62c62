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

check "what is different is there, but for -g and --version"
while read -r option; do
  [[ $option == -g || $option == --version ]] && continue
  grep -qE -- "(^|[ ,])$option([ ,]|\$)" help || fail "no $option in the help of check"
done < <(sed -n 's/^ *different *//p' rows | tr ' ' '\n' | grep .)
run --version
expect_status 0

check "switches and attributes"
run check -m x --symbolic_names=false -k -i 5 --observers=false --instant_delivery false
expect_status 0
printf -- '-module(y).\n-export([test/0]).\n-concuerror_options([keep_going, {observers, false}, {verbosity, 3}, {exclude_module, [a, b]}, {instant_delivery, false}]).\ntest() -> ok.\n' >y.erl
run check y.erl
expect_status 0

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
