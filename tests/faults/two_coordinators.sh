# Two processes believe to be the one that started the run; one of them is killed.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

start_server
program='lastzero(17)' expected=655360
check "a second coordinator joins, the first is killed"
begin_run --jobs 1
first=$coordinator
start resume "$last" --queue "$url" "${times[@]}"
coordinator=$pid
sleep 0.7
kill -KILL "$first"
expect_exact

check "both say the same"
begin_run --jobs 1
"$HEDDLE" resume "$last" --queue "$url" >second </dev/null 2>/dev/null &
second=$!
background+=("$second")
expect_exact
wait "$second" || fail "the second one failed"
grep -qE "^  interleavings +$expected\$" second || fail "the second one says something else: $(cat second)"
passed
