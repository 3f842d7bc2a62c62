# mix heddle, mix heddle.replay and Heddle.Case: the package integrations/mix_heddle in the sample project
# examples/mix_app, offline.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v mix >/dev/null; then
  echo "mix is not installed; nothing to check"
  exit 0
fi
export HOME=$folder MIX_HOME=$folder/mix LC_ALL=C.UTF-8 HEDDLE
unset MIX_ENV
mix() { run_command mix "$@"; }
expect_err() { grep -qF -- "$1" err || fail "not on standard error: $1"; }

mkdir examples integrations
cp -r "$HEDDLE_SOURCE_DIR/examples/mix_app" examples
cp -r "$HEDDLE_SOURCE_DIR/integrations/mix_heddle" integrations
cd examples/mix_app

check "the sample is green under mix test, which runs plain and concurrent tests"
mix test
expect_status 0
expect_out "2 concurrent tests, 1 test, 0 failures, 1 excluded"

check "mix heddle runs the concurrent tests only, and shows how many interleavings there were"
mix heddle
expect_status 0
expect_out "0 failures, 2 excluded"
expect_out_line 'CounterTest: concurrent test two clicks at the same time +verified +[0-9]+ .*'

check "a bug is a failure with the message, the steps and the command, in this order"
mix heddle --include bug
expect_status 2
expect_out_line 'CounterTest: concurrent test two hasty clicks at the same time +error .*'
expect_out_line 'CounterTest: concurrent test two clicks at the same time +verified .*'
python3 - <<'PY' || fail "the report is not in order"
text = open("out").read()
places = [text.find(part) for part in (
    "1) concurrent test two hasty clicks at the same time (CounterTest)",
    "Error: P exits with ** (ExUnit.AssertionError) Assertion with == failed",
    "context switches; > marks where another actor goes on",
    "spawns P.2",
    "Replay it:    mix heddle.replay _build/test/heddle/",
    "Search again: mix heddle test/counter_test.exs:19")]
assert -1 not in places and places == sorted(places), places
PY

check "the trace is replayed, also from another environment than test"
trace=$(ls _build/test/heddle/*.trace-1.json)
MIX_ENV=dev mix heddle.replay "$trace" --from 60
expect_status 1
expect_out "reproduced: P exits with" "of 62 steps"
sed -i '/def hasty_click/,/^  end/c\  def hasty_click(counter), do: click(counter)' lib/counter.ex
mix heddle.replay "$trace"
expect_status 3
mix heddle test/counter_test.exs:19
expect_status 0
expect_no_file "$trace"

check "setups, descriptions, options of the project, the module and the test, and reports"
sed -i 's/heddle: \[after_timeout: 1000\]/heddle: [after_timeout: 1000, reports: [:junit, :html, :sarif], folder: "reports"]/' mix.exs
cat >test/options_test.exs <<'EX'
defmodule OptionsTest do
  use Heddle.Case, heddle: [ignore_error: :deadlock]
  setup_all do: {:ok, all: 1}

  describe "an option" do
    setup do: {:ok, two: 2}

    concurrent_test "of the module", %{all: 1, two: two} do
      assert two == 2
      receive do: (:never -> :ok)
    end
  end

  concurrent_test "of the test", [interleaving_bound: 1] do
    me = self()
    for n <- [1, 2], do: spawn(fn -> send(me, n) end)
    receive do: (n -> assert(n in [1, 2]))
  end

  for n <- [1, 2] do
    concurrent_test "made #{n}", context, treat_as_normal: [:bye, :ciao] do
      assert context.all == 1
      spawn(fn -> exit(:bye) end)
      assert unquote(n) == 1
    end
  end
end
EX
mix heddle test/options_test.exs
expect_status 2
expect_out_line 'OptionsTest: concurrent test an option of the module +verified +1 .*'
expect_out_line 'OptionsTest: concurrent test of the test +inconclusive +1 .*'
expect_out_line 'OptionsTest: concurrent test made 1 +verified .*'
expect_out_line 'OptionsTest: concurrent test made 2 +error .*'
expect_out "Inconclusive: no error in 1 interleavings, then cut off: limit of 1 interleavings" "4 concurrent tests, 2 failures"
grep -q 'failures="1"' reports/OptionsTest-concurrent-test-made-2-*.xml || fail "no failure in the JUnit file"
grep -qi '<html' reports/OptionsTest-concurrent-test-made-2-*.html || fail "no page"
expect_equal "SARIF files" 4 "$(ls reports/*.sarif | wc -l)"
rm test/options_test.exs

check "--all: every ExUnit test in one run of heddle"
mix heddle --all -- --junit all.xml
expect_status 0
expect_out_line 'CounterTest: test a click +verified +1 .*'
# As under mix test: test_helper.exs excludes the one with the bug.
expect_out_line '3 tests: 2 verified, 1 skipped .*'
grep -q 'tests="3"' all.xml || fail "not all tests are in all.xml"

check "heddle does not outlive mix"
expect_ends_with env mix heddle

check "bad input"
mix heddle -- --nosuch
expect_status 2
expect_out "Heddle could not check this test (exit code 2)" "--nosuch"
mix heddle --nosuch
expect_status 1
expect_err "--nosuch"
mix heddle.replay
expect_status 1
expect_err "give the trace"
HEDDLE=/nosuch/heddle mix heddle
expect_status 1
expect_err "/nosuch/heddle (the variable HEDDLE): there is no such program"
HEDDLE=/nosuch/heddle mix test
expect_status 2
expect_out "/nosuch/heddle (the variable HEDDLE): there is no such program"
sed -i 's/reports: \[:junit, :html, :sarif\]/reports: [:pdf]/' mix.exs
mix heddle
expect_status 1
expect_err "reports: takes some of"

check "no concurrent tests"
cp "$HEDDLE_SOURCE_DIR/examples/mix_app/mix.exs" .
printf 'defmodule ATest do\n  use ExUnit.Case\n  test "x", do: assert(1 == 1)\nend\n' >test/counter_test.exs
mix heddle
expect_status 1
expect_err "there are no concurrent tests here"

passed
