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

check "a timer that the application has started may run out during a test"
cp shelf_app.erl shelf_app.kept
sed -i 's/^start(_, _) ->/start(_, _) -> erlang:send_after(1000, spawn(fun() -> receive never -> ok end end), tick),/' shelf_app.erl
erlc +debug_info -o _build/test/lib/shelf/ebin shelf_app.erl
run check -t started
expect_status 0
expect_out_line 'StartedTest: test started +verified .*'
mv shelf_app.kept shelf_app.erl

check "Elixir's Logger, which mix starts before every test, does not make it endless"
sed -i 's/\[kernel, stdlib\]/[kernel, stdlib, elixir, logger]/' _build/test/lib/shelf/ebin/shelf.app
for timeouts in possible idle; do
  run check -t started --timeouts "$timeouts"
  expect_status 0
  expect_out_line 'StartedTest: test started +verified .*'
done

check "an application that does not start"
sed -i 's/{one_for_one, 1, 5}/no_strategy/' shelf_app.erl
erlc +debug_info -o _build/test/lib/shelf/ebin shelf_app.erl
run check -t started
expect_status 2
expect_out "the application shelf of the project does not start (--no-start checks without it)"

cd ..

# As `mix test` does it; `mix` itself agrees where it is installed.
mkdir -p kiosk/lib kiosk/config kiosk/test/support && cd kiosk
cat >mix.exs <<'EX'
defmodule Kiosk.MixProject do
  use Mix.Project

  def project do
    [app: :kiosk, version: "0.1.0", elixirc_paths: elixirc_paths(Mix.env())]
  end

  def application, do: [mod: {Kiosk, []}]
  defp elixirc_paths(:test), do: ["lib", "test/support"]
  defp elixirc_paths(_), do: ["lib"]
end
EX
cat >lib/kiosk.ex <<'EX'
defmodule Kiosk do
  use Application

  def start(_, _) do
    {:ok, pid} = Supervisor.start_link([], strategy: :one_for_one, name: Kiosk.Supervisor)
    {:ok, pid, Application.fetch_env!(:kiosk, :name)}
  end
end
EX
cat >config/config.exs <<'EX'
import Config
config :kiosk, name: "plain", limits: [small: 1, large: 10]
config :kiosk, Kiosk.Shelf, size: 1
import_config "#{config_env()}.exs"
EX
cat >config/test.exs <<'EX'
import Config
config :kiosk, name: "test", limits: [large: 20], check: &String.upcase/1
EX
cat >config/runtime.exs <<'EX'
import Config
config :kiosk, Kiosk.Shelf, run: config_env()
config :kiosk, seen: Application.get_env(:kiosk, :name)
EX
cat >test/support/stock.ex <<'EX'
defmodule Kiosk.Stock do
  def start, do: Agent.start_link(fn -> 3 end, name: __MODULE__)
end
EX
cat >test/more.exs <<'EX'
defmodule Kiosk.More do
  def more, do: :more
end
EX
cat >test/test_helper.exs <<'EX'
slow = [:slow]
Code.require_file("more.exs", __DIR__)
{:ok, _} = Kiosk.Stock.start()
true = is_pid(Process.whereis(Kiosk.Supervisor))
Application.put_env(:kiosk, :helped, true)

defmodule Kiosk.Helped do
  def helped, do: :helped
end

ExUnit.start(exclude: slow, assert_receive_timeout: 250)
EX
cat >test/kiosk_test.exs <<'EX'
defmodule KioskTest do
  use ExUnit.Case
  @compiled Application.compile_env(:kiosk, :name)

  test "environment" do
    assert Application.get_all_env(:kiosk) |> Keyword.drop([:included_applications]) |> Enum.sort() == [
             {Kiosk.Shelf, [size: 1, run: :test]},
             {:check, &String.upcase/1},
             {:helped, true},
             {:limits, [small: 1, large: 20]},
             {:name, "test"},
             {:seen, "test"}
           ]
    assert @compiled == "test"
  end

  test "processes of the helper" do
    assert Agent.get(Kiosk.Stock, & &1, :infinity) == 3
  end

  test "modules of the helper" do
    assert {Kiosk.More.more(), Kiosk.Helped.helped()} == {:more, :helped}
  end

  test "settings of ExUnit" do
    assert ExUnit.configuration()[:assert_receive_timeout] == 250
  end

  @tag :slow
  test "excluded", do: flunk("slow")
end
EX

check "config/*.exs and test_helper.exs are what they are to mix test"
mkdir -p _build/test/lib/kiosk/ebin
elixirc -o _build/test/lib/kiosk/ebin lib/kiosk.ex test/support/stock.ex >/dev/null
echo "{application, kiosk, [{vsn, \"1\"}, {modules, []}, {registered, []}, {applications, [kernel, stdlib, elixir]}, {mod, {'Elixir.Kiosk', []}}]}." \
  >_build/test/lib/kiosk/ebin/kiosk.app
run check
expect_status 0
expect_out_line 'KioskTest: test excluded +skipped .*'
expect_out_line '5 tests: 4 verified, 1 skipped +.*'
expect_not_out "stock"
run check --exunit test/kiosk_test.exs -t "processes of the helper" --instant_delivery false
expect_status 0

check "a test that is excluded runs if it is named"
run check -t "KioskTest: test excluded"
expect_status 1
run replay heddle-trace-1.json
expect_status 1

check "--no-start leaves out what test_helper.exs starts, not the configuration"
run check -t "processes of the helper" --no-start
expect_status 1
expect_out "noproc"
run check -t "settings of ExUnit" --no-start
expect_status 0

check "processes of the helper have a name in reports"
cat >test/stuck_test.exs <<'EX'
defmodule StuckTest do
  use ExUnit.Case
  test "stops the stock" do
    :ok = Agent.stop(Kiosk.Stock, :out_of_stock, :infinity)
  end
end
EX
run check -t "stops the stock"
expect_status 1
expect_out "setup." "out_of_stock"
rm test/stuck_test.exs

check "a helper and a configuration that fail"
echo 'raise "no stock"' >>test/test_helper.exs
run check -t settings
expect_status 2
expect_out "test_helper.exs does not end well (--no-start checks without it)" "no stock"
echo 'ExUnit.configure(exclude: nothing())' >test/test_helper.exs
run check -t settings
expect_status 2
grep -q "test/test_helper.exs" err || fail "the helper is not named"
echo 'raise "no power"' >config/runtime.exs
run check -t settings
expect_status 2
grep -q "config/runtime.exs" err || fail "the configuration is not named"
cd ..

check "in an umbrella, build and configuration are those around the application"
mkdir -p hall/apps hall/config && mv kiosk/_build hall && mv kiosk hall/apps/kiosk && cd hall
echo 'defmodule Hall.MixProject do end' >mix.exs
echo 'import Config; config :kiosk, name: "hall"' >config/config.exs
rm -r apps/kiosk/config
echo 'ExUnit.start(exclude: [test: "test x"])' >apps/kiosk/test/test_helper.exs
cat >apps/kiosk/test/kiosk_test.exs <<'EX'
defmodule KioskTest do
  use ExUnit.Case
  test "name", do: assert(Application.get_env(:kiosk, :name) == "hall")
end
EX
for place in . apps/kiosk; do
  (cd $place && run check && expect_status 0 && expect_out_line 'KioskTest: test name +verified .*')
done

passed
