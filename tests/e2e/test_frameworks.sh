# EUnit and ExUnit, unmodified, print in Heddle what they print elsewhere, but for times and pids.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to run"
  exit 0
fi
plain() { sed -E 's/in [0-9.]+ s/in T s/; s/[0-9.]+ms\)/T)/; s/[0-9.]+ ?s(econds)?\b/T/g; s/<0[0-9.]+>/PID/' "$1"; }

# same COMMAND...: the real thing prints the same. Its time is real: on a busy machine it may try again.
same() {
  local attempt
  for attempt in 1 2 3; do
    "$@" >real 2>/dev/null
    [[ $(plain real) != "$(plain out)" ]] || break
  done
  expect_equal "summary" "$(plain real)" "$(plain out)"
}

cat >suite.erl <<'ERL'
-module(suite).
-include_lib("eunit/include/eunit.hrl").
-export([run/1]).
run(Options) -> eunit:test(?MODULE, Options).
fine_test() -> ?assertEqual(2, length([a, b])).
fails_test() -> ?assertEqual(3, length([a, b])).
crashes_test() -> error(oops).
no_match_test() -> ?assertMatch({ok, _}, list_to_tuple([error, x])).
raises_test() -> ?assertError(badarg, list_to_atom(element(1, {1}))).
many_test_() -> [?_assert(true), {"named", ?_assert(1 < 2)}, fun() -> ok end].
setup_test_() -> {setup, fun() -> 42 end, fun(_) -> ok end, fun(X) -> [?_assertEqual(42, X)] end}.
each_test_() ->
    {foreach, fun() -> ets:new(t, [public]) end, fun ets:delete/1,
     [fun(T) -> ?_assert(ets:insert(T, {a, 1})) end, fun(T) -> ?_assertEqual([], ets:lookup(T, a)) end]}.
output_test_() -> {inorder, [{"one", fun() -> io:format("out ~p~n", [1]) end}, ?_test(error({bad, thing}))]}.
parallel_test_() -> {inparallel, [?_assert(true) || _ <- lists:seq(1, 3)]}.
server_test() -> {ok, P} = gen_event:start_link(), ?assertEqual([], gen_event:which_handlers(P)).
slow_test_() -> {timeout, 1, fun() -> timer:sleep(1500) end}.
broken_test_() -> {setup, fun() -> error(no_setup) end, fun(_) -> ok end, [?_assert(true)]}.
ERL
erlc suite.erl
for options in '[]' '[verbose]'; do
  check "EUnit $options"
  run run suite run "$options"
  same erl -noshell -eval "io:format(\"~p~n\", [suite:run($options)]), halt()."
done

command -v elixirc >/dev/null || exit 0
cat >suite.exs <<'EXS'
ExUnit.start(autorun: false)

defmodule FirstTest do
  use ExUnit.Case, async: true
  setup_all do: {:ok, all: 1}

  setup context do
    on_exit(fn -> :ok end)
    {:ok, value: context[:start] || 0}
  end

  test "adds", %{value: v, all: a}, do: assert(v + a == 1)
  @tag start: 5
  test("tags", %{value: v}, do: assert(v == 5))

  describe "in a group" do
    setup do: {:ok, grouped: true}
    test "has what its setup gives", %{grouped: g}, do: assert(g)
    test "fails", %{value: v}, do: assert(v == 3)
  end

  test "raises" do
    assert_raise ArgumentError, fn -> String.to_existing_atom("no such atom at all") end
    raise "oops"
  end

  test "messages" do
    me = self()
    spawn(fn -> send(me, {:hello, 1}) end)
    assert_receive {:hello, 1}
    refute_received :other
  end

  @tag :skip
  test("skipped", do: flunk("never"))

  test "agents and tasks" do
    {:ok, agent} = Agent.start_link(fn -> 0 end)
    Agent.update(agent, &(&1 + 1))
    assert Agent.get(agent, & &1) == 1
    start_supervised!({Task, fn -> :ok end})
  end
end

defmodule SecondTest do
  use ExUnit.Case
  import ExUnit.CaptureIO
  test "output", do: assert(capture_io(fn -> IO.puts("hi") end) == "hi\n")

  test "exits" do
    Process.exit(self(), :kill)
    Process.sleep(1000)
  end

  @tag timeout: 50
  test("too slow", do: Process.sleep(5000))
end

defmodule Suite do
  def run(options) do
    ExUnit.start([autorun: false, seed: 0, colors: [enabled: false]] ++ options)
    result = ExUnit.run([FirstTest, SecondTest])
    {result.total, result.failures, result.skipped, result.excluded}
  end
end
EXS
mkdir made
elixirc -o made suite.exs
for options in '[]' '[{exclude, [start]}]' '[{trace, true}]'; do
  check "ExUnit $options"
  run run --pa made Elixir.Suite run "$options"
  same erl -noshell -pa made /usr/lib/elixir/lib/*/ebin -eval \
    "application:ensure_all_started(elixir), io:format(\"~p~n\", ['Elixir.Suite':run($options)]), halt()."
done
check "ExUnit, from the source"
run run suite.exs run '[]'
expect_status 0
expect_out "11 tests, 4 failures, 1 skipped"

passed
