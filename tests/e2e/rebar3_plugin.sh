# rebar3 heddle: the plugin integrations/rebar3_heddle in the sample project examples/rebar3_app, offline.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v rebar3 >/dev/null; then
  echo "rebar3 is not installed; nothing to check"
  exit 0
fi
export HOME=$folder HEDDLE
rebar3() { run_command rebar3 "$@"; }

# The plugin is in _checkouts, behind a link in the repository.
cp -rL "$HEDDLE_SOURCE_DIR/examples/rebar3_app" seats
cd seats

check "the sample is green: concurrent tests only, of the modules that rebar.config names"
rebar3 heddle
expect_status 0
expect_out_line '(.*m)?seats_tests:one_guest_a_seat_conc_test +verified +2 .*'
expect_out_line '1 test: 1 verified .*'

check "--eunit: all EUnit tests"
rebar3 heddle --eunit --jobs 2
expect_status 0
expect_out_line 'seats_tests:empty_hall_test +verified +1 .*'
expect_out_line '2 tests: 2 verified .*'

check "the bug of the other module: report, exit code, trace, JUnit and SARIF"
rebar3 heddle --module hasty_seats -- --junit j.xml --sarif s.json
expect_status 1
expect_out "{expected,[ok,taken]},{value,[ok,ok]}" "hasty_seats.erl:8" "Replay it:    heddle replay _build/test/heddle/trace-1.json"
expect_out_line 'hasty_seats_tests:one_guest_a_seat_conc_test +error .*'
expect_out "heddle: an error was found"
grep -q 'failures="1"' j.xml || fail "no failure in j.xml"
expect_equal "results of SARIF" 1 "$(json s.json 'len(r["runs"][0]["results"])')"

check "replay: the error is still there; the repaired program goes another way"
rebar3 heddle replay _build/test/heddle/trace-1.json
expect_status 1
expect_out "the error is still there"
cp src/hasty_seats.erl hasty.erl
sed 's/ets:insert(Hall, {Seat, Guest}), ok/true = ets:insert_new(Hall, {Seat, Guest}), ok/' hasty.erl >src/hasty_seats.erl
rebar3 heddle replay _build/test/heddle/trace-1.json
expect_status 1
expect_out "went another way"
cp hasty.erl src/hasty_seats.erl

check "options of rebar.config: names of heddle's, lists, switches; a page for each test that fails"
cp rebar.config good.config
cat >rebar.config <<'ERL'
{plugins, [rebar3_heddle]}.
{heddle, [{html, "pages"}, {json, "r.json"}, keep_going, {treat_as_normal, [shutdown, killed]}, {instant_delivery, false}]}.
ERL
rebar3 heddle
expect_status 1
expect_out_line '2 tests: 1 verified, 1 with an error .*'
expect_out "Page: pages/trace-1.html" \
  "--keep_going --treat_as_normal=shutdown --treat_as_normal=killed --instant_delivery=false"
grep -qi '<html' pages/trace-1.html || fail "pages/trace-1.html is no page"
expect_schema suite.schema.json r.json

check "a trace of an earlier run does not stay behind"
cp good.config rebar.config
rebar3 heddle
expect_status 0
expect_no_file _build/test/heddle/trace-1.json

check "cut off: inconclusive, and the command fails"
rebar3 heddle -- --interleaving_bound 1
expect_status 1
expect_out_line '.*seats_tests:one_guest_a_seat_conc_test +inconclusive .*'
expect_out "heddle: inconclusive"

check "heddle does not outlive rebar3"
expect_ends_with env rebar3 heddle

check "bad input"
rebar3 heddle --nosuch
expect_status 1
expect_out "Invalid option --nosuch"
rebar3 heddle -- --nosuch
expect_status 1
grep -q -- "heddle: .*--nosuch" err || fail "the option is not named"
expect_out "exit code 2"
rebar3 heddle --module nosuch
expect_status 1
expect_out "no module nosuch"
rebar3 heddle replay
expect_status 1
expect_out "give the trace"
echo '{plugins, [rebar3_heddle]}. {heddle, [{html, 3}]}.' >rebar.config
rebar3 heddle
expect_status 1
expect_out "{html,3}"
echo '{plugins, [rebar3_heddle]}. {heddle, [{path, "./nosuch"}]}.' >rebar.config
HEDDLE='' rebar3 heddle
expect_status 1
expect_out "./nosuch ({path, ...} in rebar.config): there is no such program"

check "the program is missing"
cp good.config rebar.config
HEDDLE=/nosuch/heddle rebar3 heddle
expect_status 1
expect_out "/nosuch/heddle (the variable HEDDLE): there is no such program"
if ! env PATH=/usr/bin:/bin sh -c 'command -v heddle' >/dev/null; then
  HEDDLE='' PATH=/usr/bin:/bin rebar3 heddle
  expect_status 1
  expect_out "heddle is not in the PATH"
fi

check "no tests"
rm test/*
echo '{plugins, [rebar3_heddle]}.' >rebar.config
rm -rf _build/test
rebar3 heddle --eunit
expect_status 1
expect_out "the project has no tests"
printf -- '-module(a_tests).\n-export([a_test/0]).\na_test() -> ok.\n' >test/a_tests.erl
rebar3 heddle
expect_status 1
expect_out "no test has _conc_test in its name" "--eunit"

check "what does not compile"
echo 'not Erlang' >test/b_tests.erl
rebar3 heddle
expect_status 1
expect_out "b_tests.erl"
rm test/b_tests.erl

if command -v git >/dev/null; then
  check "the plugin from a folder of a git repository"
  mkdir -p ../origin/integrations
  mv _checkouts/rebar3_heddle ../origin/integrations/
  git -C ../origin -c init.defaultBranch=main init -q
  git -C ../origin add .
  git -C ../origin -c user.name=x -c user.email=x@localhost commit -qm x
  rm -rf _build
  cat >rebar.config <<ERL
{plugins, [{rebar3_heddle, {git_subdir, "file://$folder/origin", {branch, "main"}, "integrations/rebar3_heddle"}}]}.
ERL
  rebar3 heddle --eunit
  expect_status 0
  expect_out_line '.*a_tests:a_test +verified .*'
fi

passed
