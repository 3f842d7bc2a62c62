# The progress line: on a terminal only, and gone when the report comes.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

on_terminal() {  # what the terminal shows is in `out`
  run_command script -qec "$(printf '%q ' "$HEDDLE" "$@")" /dev/null
}
carriage=$'\r\033[K'

if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  note "skipped: no pseudo terminal here"
  exit 0
fi

check "on a terminal: interleavings so far, speed, errors, an estimate of all"
on_terminal explore 'lastzero(18)' --time 0.9
expect_status 3
tr '\r' '\n' <out | grep -qE '[0-9,]+ interleavings, [0-9,]+/s, 0 errors, about [0-9,]+ in all' ||
  fail "no progress line"

check "it is wiped before the report"
grep -aqF "${carriage}Verdict:" out || fail "the report does not begin on a clean line"

check "the report is coloured on a terminal"
grep -aq $'\033\[1;33minconclusive' out || fail "no colours"

check "sampling has one as well"
on_terminal explore 'counter(2)' --strategy walk --samples 1000000000 --time 0.7
tr '\r' '\n' <out | grep -qE '[0-9,]+ interleavings, [0-9,]+/s, 0 errors' || fail "no progress line"
expect_not_out "in all"

check "--quiet: nothing even on a terminal"
on_terminal explore 'lastzero(18)' --time 0.5 --quiet
expect_status 3
[[ ! -s out ]] || fail "printed something"

check "a short run shows none"
on_terminal explore 'lastzero(3)'
expect_status 0
expect_not_out "$carriage"

check "without a terminal: nothing of it, neither on standard output nor on standard error"
run explore 'lastzero(18)' --time 0.7
expect_status 3
[[ ! -s err ]] || fail "something on standard error"
expect_not_out "in all" "/s," $'\r' $'\033'

passed
