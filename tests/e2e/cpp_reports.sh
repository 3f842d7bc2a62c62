# What Heddle shows of C++ tests: pages, traces, and the commands that work on a trace.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

CPP_TESTS=${CPP_TESTS:-$HEDDLE_SOURCE_DIR/build/tests/e2e_cpp_tests}

# document FILE: the JSON in a page.
document() {
  python3 - "$1" <<'PY' >document.json
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
print(re.search(r'<script id="heddle-report" type="application/json">(.*?)</script>', page, re.S)[1])
PY
}

check "a page and a trace for each check that fails, JSON and JUnit for all"
export HEDDLE_HTML=page.html HEDDLE_JSON=all.json HEDDLE_JUNIT=all.xml
run_command "$CPP_TESTS"
unset HEDDLE_HTML HEDDLE_JSON HEDDLE_JUNIT
expect_status 1
for name in page page-2 page-3 page-4; do
  expect_file "$name.html"
  expect_schema trace.schema.json "$name.json"
done
expect_no_file page-5.html
expect_equal "tests" "['lost update', 'opposite locks', 'buffers', 'orders']" \
  "$(json all.json '[t["test"] for t in r["tests"]]')"
expect_equal "the trace of the first" "page.json" "$(json all.json 'r["tests"][0]["errors"][0]["trace"]')"
grep -q 'failures="4"' all.xml || fail "all.xml: expected 4 failures"

check "%t in a name is the test"
HEDDLE_TRACE=of-%t.json run_command "$CPP_TESTS" "opposite locks"
expect_schema trace.schema.json of-opposite_locks.json

check "the page of a lost update: threads, the object they share, the order that decides, the source"
document page.html
expect_equal verdict error "$(json document.json 'r["verdict"]')"
expect_equal twin "[]" "$(json document.json 'r["twin"]["errors"]')"
expect_equal "the value of the twin" "value 2" "$(json document.json 'r["twin"]["outcome"]')"
expect_equal "steps of the decisive pair" "['counter']" \
  "$(json document.json 'sorted({r["trace"]["events"][r["decisive"][k]]["target"] for k in ("first", "second")})')"
expect_equal replay "heddle replay page.json" "$(json document.json 'r["replay"]')"
json document.json '[s for f, s in r["sources"].items() if f.endswith("cpp_tests.cpp")][0]' |
  grep "lost_update" >seen || fail "the source is not in the page"
json document.json 'r["story"]' | grep -q "unexpected: 1.*, because step [0-9]* (T1 counter" || fail "no story"

check "a deadlock: who waits for whom"
document page-2.html
json document.json '[b["waits_for"] for b in r["trace"]["blocked"]]' >out
expect_out "waits in right.lock" "waits in left.lock" "held by main" "held by T1"

check "weak memory: what a load read, and what it could have read"
for page in page-3 page-4; do
  document "$page.html"
  json document.json '[e["reads"] for e in r["trace"]["events"] if e["operation"] in ("x.load", "y.load")]' >out
  expect_out "'from': None, 'value': '0', 'instead': [{'from': " "'value': '1'}]"
done
run_command "$CPP_TESTS" buffers
expect_out_line " +[0-9]+ .*\.load -> 0 \(initial; or 1 of step [0-9]+\).*"

check "replay: the error is still there"
run replay page.json
expect_status 1
expect_out "reproduced: the test gives 1: unexpected: 1" "counter.load" "cpp_tests.cpp"
for trace in page-2.json page-3.json page-4.json; do
  run replay "$trace"
  expect_status 1
  expect_out "reproduced: "
done
run replay page-2.json
expect_out_line "  T1 +in left.lock .*held by main.*"
run replay page.json --until 3
expect_status 0
expect_out "stopped after step 3"

check "a program that was mended, and one that goes another way"
TALLY=fixed run replay page.json
expect_status 3
expect_out_line "diverged at step [0-9]+"
expect_out "counter.store" "counter.fetch_add"
TALLY=changed run replay page.json
expect_status 3
expect_out "diverged at step 3" "yield"

check "a token instead of a trace"
token=$(json page.json 'r["program"]["command"][2]')
run replay --token "$token" "$CPP_TESTS"
expect_status 0  # a value alone is no error
expect_out "replayed: value 1" "counter.store(1)"
token=$(json page-2.json 'r["program"]["command"][2]')
run replay --token "$token" -- "$CPP_TESTS" "opposite locks"
expect_status 1
expect_out "deadlock"
TALLY=changed run replay --token "$(json page.json 'r["program"]["command"][2]')" "$CPP_TESTS"
expect_status 3
expect_out "diverged: step"

check "races, variants, explain, minimise, graph and diff"
run races page.json
expect_status 0
expect_out "counter"
run variants page.json --run --trace variant.json
expect_status 1
expect_out "ended without an error"
run races page-4.json
expect_out_line "    instead    step [0-9]+ reads 1 \(step [0-9]+\)"
if grep -qE "^    waits |object[0-9]" out; then fail "races: a load that could have read something else waits for nobody"; fi
run explain page-4.json
expect_out "Had it read that"
HEDDLE_TRACE=sum.json run_command "$CPP_TESTS" sum
run explain sum.json  # 1 instead of 0 would be no better: the trace knows all values that are wrong
expect_out "takes more than one pair of steps to avoid it" "a run can pass, but other steps"
run explain page.json --twin twin.json
expect_status 1
expect_out "The decisive race" "the run passes"
run replay twin.json
expect_status 0
run minimise page.json -o small.json
expect_status 1
run graph page.json --races
expect_status 0
expect_out "digraph" "counter.load"
run graph page.json --format mermaid
expect_status 0
run diff page.json twin.json
expect_status 1
expect_out "counter"
run replay page-2.json --html again.html
document again.html
expect_equal verdict error "$(json document.json 'r["verdict"]')"

check "bad input"
run replay --token "$token" /bin/true
expect_refusal "/bin/true: is no program that links Heddle's C++ library"
run replay --token "$token" ./missing
expect_refusal "./missing: cannot be run: No such file or directory"
run replay page.json --program /bin/true
expect_refusal "/bin/true: is no program that links"
run replay --token "$token" "$CPP_TESTS" "no such test"
expect_refusal "it ended without running the test"
run replay --token h1.nonsense "$CPP_TESTS"
expect_refusal "$CPP_TESTS"
run replay page.json more
expect_refusal "more: one trace at a time"

passed
