# make heddle: the fragment integrations/erlang.mk/heddle.mk in the sample project examples/erlang_mk_app.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi
make() { run_command make "$@"; }
expect_err() { grep -qF -- "$1" err || fail "not on standard error: $1"; }

cp -r "$HEDDLE_SOURCE_DIR/examples/erlang_mk_app" app
cp "$HEDDLE_SOURCE_DIR/integrations/erlang.mk/heddle.mk" app
cd app
export HEDDLE

check "the sample is green"
make heddle
expect_status 0
expect_out_line 'turnstile_tests:one_place_conc_test +verified +2 .*'

check "the bug of the other module, and its replay"
make heddle t=hasty_turnstile_tests
expect_status 2 # make's own; heddle's is in the message
expect_err "heddle: an error was found"
expect_err "Error 1"
expect_out "{expected,[full,in]},{value,[in,in]}" "hasty_turnstile.erl:7"
make heddle-replay TRACE=heddle-trace-1.json
expect_status 2
expect_err "Error 1"
expect_out "hasty_turnstile.erl:7"

check "modules by their sources, one test by its name, all tests, options"
make heddle HEDDLE_MODULES=
expect_err "Error 1"
expect_out_line '2 tests: 1 verified, 1 with an error .*'
make heddle t=turnstile_tests:one_place_conc_test HEDDLE_OPTS='--interleaving_bound 1 --junit j.xml'
expect_err "heddle: inconclusive"
expect_err "Error 3"
grep -q 'skipped="1"' j.xml || fail "the test that was cut off is not in j.xml"
make heddle HEDDLE_TEST= HEDDLE_OPTS=
expect_status 0
make help
expect_status 0
expect_out "heddle-replay"

check "bad input"
make heddle HEDDLE=/nosuch/heddle
expect_status 2
expect_err "the program /nosuch/heddle is not there"
make heddle HEDDLE_OPTS=--nosuch
expect_status 2
expect_err "--nosuch"
make heddle t=nosuch
expect_status 2
expect_err "--eunit nosuch"
make heddle-replay
expect_status 2
expect_err "give the trace"

check "no tests"
rm test/*
printf -- '-module(a_tests).\n-export([a_test/0]).\na_test() -> ok.\n' >test/a_tests.erl
make heddle HEDDLE_MODULES=
expect_status 2
expect_err "no source has _conc_test in it"

passed
