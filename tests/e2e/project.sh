# heddle check in a rebar3 or mix project: finds the build and checks every test.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi

check "no project and no program"
run check
expect_refusal "check needs a program" "--eunit" "mix project"

# As `rebar3 as test compile` leaves it: the application and a dependency, tests inline and beside.
mkdir -p store/src store/include store/test && cd store
echo '{erl_opts, [debug_info]}.' >rebar.config
echo '{application, store, []}.' >src/store.app.src
echo '-define(SIZE, 3).' >include/store.hrl
cat >src/store.erl <<'ERL'
-module(store).
-export([size/0]).
-include("store.hrl").
-ifdef(TEST).
-include_lib("eunit/include/eunit.hrl").
inline_test() -> ?assertEqual(3, size()).
-endif.
size() -> ?SIZE.
ERL
cat >test/store_tests.erl <<'ERL'
-module(store_tests).
-include_lib("eunit/include/eunit.hrl").
-include("store.hrl").
beside_test() -> ?assertEqual(?SIZE, store:size()).
race_test() ->
    Me = self(),
    [spawn(fun() -> Me ! X end) || X <- [1, 2]],
    receive X -> ?assertEqual(1, X) end.
ERL
echo 'not even Erlang' >test/store_SUITE.erl

check "a rebar3 project that is not built"
run check
expect_refusal "rebar3 as test compile"

check "a rebar3 project: its own modules, and the files of test/"
mkdir -p _build/test/lib/store/ebin _build/test/lib/dep/ebin
erlc +debug_info -DTEST -I include -o _build/test/lib/store/ebin src/store.erl
printf -- '-module(dep).\n-export([dep_test/0]).\ndep_test() -> error(not_ours).\n' >dep.erl
erlc +debug_info -o _build/test/lib/dep/ebin dep.erl
run check --json r.json --coverage c.info
expect_status 1
expect_equal "covered files" "SF:src/store.erl SF:test/store_tests.erl" "$(grep ^SF c.info | xargs)"
expect_out_line 'store:inline_test +verified .*'
expect_out_line 'store_tests:beside_test +verified .*'
expect_out_line 'store_tests:race_test +error .*'
expect_out_line '3 tests: 2 verified, 1 with an error +.*'
expect_schema suite.schema.json r.json
run replay heddle-trace-1.json
expect_status 1

check "test modules that the build has are not compiled again"
mkdir _build/test/lib/store/test
erlc -I include -o _build/test/lib/store/test test/store_tests.erl
run check -t beside
expect_status 0
expect_out_line '1 test: 1 verified .*'
cd ..

if ! command -v elixirc >/dev/null; then
  note "elixirc is not installed; no mix project"
  passed
  exit 0
fi

mkdir -p shelf/lib shelf/test/deep && cd shelf
echo 'defmodule Shelf.MixProject do' >mix.exs
echo 'defmodule Shelf do def size, do: 3 end' >lib/shelf.ex
echo 'ExUnit.start()' >test/test_helper.exs
cat >test/shelf_test.exs <<'EX'
defmodule ShelfTest do
  use ExUnit.Case
  test "size", do: assert(Shelf.size() == 3)
end
EX
cat >test/deep/race_test.exs <<'EX'
defmodule RaceTest do
  use ExUnit.Case
  test "race" do
    me = self()
    for n <- [1, 2], do: spawn(fn -> send(me, n) end)
    receive do n -> assert n == 1 end
  end
end
EX

check "a mix project that is not built"
run check
expect_refusal "MIX_ENV=test mix compile"

check "a mix project"
mkdir -p _build/test/lib/shelf/ebin
elixirc -o _build/test/lib/shelf/ebin lib/shelf.ex >/dev/null
mkdir -p deps/lent _build/test/lib/lent/ebin
printf -- '-module(lent).\n-export([f/0]).\nf() -> not_ours.\n' >deps/lent/lent.erl
erlc +debug_info -o _build/test/lib/lent/ebin deps/lent/lent.erl
run check --coverage c.info
expect_status 1
expect_equal "covered files" "SF:lib/shelf.ex SF:test/deep/race_test.exs SF:test/shelf_test.exs" "$(grep ^SF c.info | xargs)"
expect_out_line 'ShelfTest: test size +verified .*'
expect_out_line 'RaceTest: test race +error .*'
expect_out "check --coverage c.info --exunit=test/deep/race_test.exs -t 'RaceTest: test race'"
run replay heddle-trace-1.json
expect_status 1

check "the application of a mix project runs before its tests, and --no-start leaves it out"
cat >shelf_app.erl <<'ERL'
-module(shelf_app).
-behaviour(application).
-behaviour(supervisor).
-export([start/2, stop/1, init/1]).
start(_, _) -> supervisor:start_link({local, shelf_sup}, ?MODULE, []).
stop(_) -> ok.
init([]) -> {ok, {{one_for_one, 1, 5}, []}}.
ERL
erlc +debug_info -o _build/test/lib/shelf/ebin shelf_app.erl
echo '{application, shelf, [{vsn, "1"}, {modules, []}, {registered, []}, {applications, [kernel, stdlib]}, {mod, {shelf_app, []}}]}.' \
  >_build/test/lib/shelf/ebin/shelf.app
cat >test/started_test.exs <<'EX'
defmodule StartedTest do
  use ExUnit.Case
  test "started", do: assert(is_pid(Process.whereis(:shelf_sup)))
end
EX
run check -t started
expect_status 0
expect_out_line 'StartedTest: test started +verified +1 .*'
run check -t started --no-start
expect_status 1
run replay heddle-trace-1.json
expect_status 1

check "an application that does not start"
sed -i 's/{one_for_one, 1, 5}/no_strategy/' shelf_app.erl
erlc +debug_info -o _build/test/lib/shelf/ebin shelf_app.erl
run check -t started
expect_status 2
expect_out "the application shelf of the project does not start (--no-start checks without it)"

passed
