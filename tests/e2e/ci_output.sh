# What a CI service reads: JUnit with every kind of result, annotations, the step summary.
# (coverage.sh has the coverage, scripts/schema-test the schema of SARIF.)
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi

expect_junit() {
  python3 "$E2E/check_junit.py" "$1" >junit_report 2>&1 ||
    fail "$1 is no JUnit as its readers want it: $(cat junit_report)"
}

mkdir -p app/src
cat >app/src/kinds.erl <<'ERL'
-module(kinds).
-include_lib("eunit/include/eunit.hrl").

order_test() ->
    Self = self(),
    [spawn(fun() -> Self ! N end) || N <- [1, 2]],
    ?assertEqual([1, 2], [receive N -> N end || _ <- [1, 2]]).

crash_test() -> exit('100%, a::b,c=d\n::error::no').
socket_test() -> gen_tcp:connect("localhost", 80, []).
fine_test() -> ok.
ERL
cd app
cp "$HEDDLE_SOURCE_DIR/examples/toy/bank_fixed.toy" .

check "JUnit: a failure, an error and a pass are told apart"
run check --eunit src/kinds.erl --junit r.xml --sarif r.sarif --json r.json
expect_status 1
expect_junit r.xml
expect_equal "counts" "4 2 1 0" "$(python3 - <<'PY'
import xml.etree.ElementTree as x
s = x.parse("r.xml").getroot()[0]
print(s.get("tests"), s.get("failures"), s.get("errors"), s.get("skipped"))
for case in s.findall("testcase[failure]"):
    # the message comes first in the text
    assert case[0].text.startswith("Error: " + case[0].get("message")), case[0].text
    assert case.get("file") == "src/kinds.erl", case.get("file")
PY
)"

check "JUnit: one case of a single test, of one that was cut off and of one that is verified"
run check src/kinds.erl -t order_test --junit r.xml
expect_status 1
expect_junit r.xml
run check src/kinds.erl -t fine_test --junit r.xml
expect_status 0
expect_junit r.xml
grep -q '<system-out>Verdict: verified' r.xml || fail "the verdict is not in it: $(cat r.xml)"
run explore bank_fixed.toy --interleaving_bound 1 --junit r.xml
expect_status 3
expect_junit r.xml
grep -q '<skipped message="inconclusive; cut off by limit of 1 interleavings"/>' r.xml || fail "not skipped: $(cat r.xml)"

check "annotations: one an error, at its place, nothing else changed"
run check src/kinds.erl -t order_test
cp out plain
run check src/kinds.erl -t order_test --annotations github
expect_status 1
expect_equal "annotations" 1 "$(grep -c '^::' out)"
expect_out "::error file=src/kinds.erl,line=7,title=Heddle%3A assertion in kinds%3Aorder_test/0::"
expect_out "%0AReplay it: heddle replay heddle-trace.json"
diff <(without_time plain | grep -v 'Search again') <(without_time out | grep -v '^::' | grep -v 'Search again') ||
  fail "the report is another one"

check "annotations by themselves in a workflow, with paths of the repository; none: none"
export GITHUB_ACTIONS=true GITHUB_WORKSPACE=$folder
run check src/kinds.erl -t order_test --sarif r.sarif
expect_out "::error file=app/src/kinds.erl,line=7,title="
expect_equal "SARIF" "app/src/kinds.erl SRCROOT" "$(json r.sarif '" ".join(r["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].values())')"
run check src/kinds.erl -t order_test --annotations none
expect_not_out "::error"
run check src/kinds.erl -t order_test --json -
expect_schema result.schema.json out
grep -q '^::error file=app/src/kinds.erl' err || fail "no annotation on standard error"
run check src/kinds.erl -t order_test --quiet
expect_equal "lines" 1 "$(wc -l <out)"
unset GITHUB_ACTIONS GITHUB_WORKSPACE

check "annotations: texts of the program end nothing"
run check src/kinds.erl -t crash_test --annotations github
expect_equal "annotations" 1 "$(grep -c '^::' out)"
grep -qF "::P exits with '100%25, a::b,c=d" out || fail "not as it must be: $(grep '^::' out)"

check "annotations: a test that was cut off is a warning, one that is verified nothing"
run explore bank_fixed.toy --interleaving_bound 1 --annotations github
expect_status 3
expect_out "::warning title=Heddle%3A toy bank_fixed.toy was cut off::inconclusive; cut off by limit of 1 interleavings"
run explore bank_fixed.toy --annotations github
expect_status 0
expect_not_out "::"
run explore bank --annotations nobody
expect_status 2

check "annotations of a suite: every test"
run check --eunit src/kinds.erl --annotations github
expect_status 1
expect_equal "annotations" 3 "$(grep -c '^::error' out)"
expect_out "title=Heddle%3A kinds%3Asocket_test was not checked::"

check "the step summary: appended, with a table and a chart"
export GITHUB_STEP_SUMMARY=$PWD/summary.md
echo "from before" >summary.md
run check --eunit src/kinds.erl --annotations github
run explore bank_fixed.toy --annotations github
expect_equal "first line" "from before" "$(head -1 summary.md)"
expect_equal "headings" "### Heddle: error in 2 of 4 tests ### Heddle: verified" "$(grep '^###  *H' summary.md | xargs)"
expect_equal "charts" 2 "$(grep -c '^```mermaid' summary.md)"
grep -q '^| kinds\\:fine\\_test | verified | 1 |' summary.md || fail "no row: $(cat summary.md)"
lines=$(wc -l <summary.md)
run explore bank --annotations none
expect_equal "lines" "$lines" "$(wc -l <summary.md)"
GITHUB_STEP_SUMMARY=/dev/full run explore bank_fixed.toy --annotations github
expect_refusal "/dev/full: cannot write the step summary: No space left on device"
expect_out "Verdict: verified"
unset GITHUB_STEP_SUMMARY

check "a full disk: each report file says so, the verdict is printed all the same"
for option in --json --junit --sarif --coverage; do
  run check src/kinds.erl -t fine_test "$option" /dev/full
  expect_refusal "/dev/full: cannot write the" "No space left on device"
  expect_out "Verdict: verified"
done

passed
