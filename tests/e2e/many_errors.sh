# --keep_going: every error is counted, equal ones are listed once, and the list stays short.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

# 5 processes each add their own power of two, the reader fails with any sum: 2^5 sums, and with
# `none` 6! / 1 orders of the six operations, each an error.
cat >sums.toy <<'TOY'
var x = 0
proc main() {
  spawn p(1)  spawn p(2)  spawn p(4)  spawn p(8)  spawn p(16)
  sum = read x
  assert sum < 0
}
proc p(n) { add(x, n) }
TOY

check "all are counted, equal ones listed once, twenty at most"
run explore sums.toy --dpor optimal --keep_going --json result.json
expect_status 1
expect_row errors "$(row interleavings)"
expect_equal "lines of the list" 20 "$(grep -cE '^[0-9]+\. main: assert sum < 0' out)"
expect_out "and 12 other errors; --json FILE lists all of them"
expect_equal "different errors" 32 "$(json result.json 'len(r["errors"])')"
expect_equal "all errors" "$(row errors)" "$(json result.json 'r["error_count"]')"
expect_equal "their sum" "$(row errors)" "$(json result.json 'sum(e["times"] for e in r["errors"])')"
expect_schema result.schema.json result.json

check "one error in many interleavings is one line"
sed 's/assert sum < 0/assert 0/' sums.toy >same.toy
run explore same.toy --dpor optimal --keep_going
expect_status 1
expect_row errors "$(row interleavings)"
expect_equal "lines of the list" 1 "$(grep -cE '^[0-9]+\. ' out)"
expect_out "$(row errors) times)"
expect_not_out "other errors"

passed
