# heddle check --exunit: every test of an ExUnit file is an exploration of its own.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null || ! command -v elixir >/dev/null; then
  echo "erlc or elixir is not installed; nothing to check"
  exit 0
fi

# ExUnit.start() must not run the suite when the file is compiled.
cat >till_test.exs <<'EX'
ExUnit.start()

defmodule Till do
  def new, do: Agent.start_link(fn -> 0 end)
  def add(till, n), do: Agent.update(till, &(&1 + n), :infinity)
  def total(till), do: Agent.get(till, & &1, :infinity)
end

defmodule TillTest do
  use ExUnit.Case, async: true

  setup_all do
    {:ok, opened: :today, a: :all}
  end

  setup %{opened: :today} = context do
    {:ok, till} = Till.new()
    if context[:note], do: on_exit(fn -> context.note == :fine || raise "a bad note" end)
    [till: till]
  end

  test "empty", %{till: till, opened: opened} do
    assert Till.total(till) == 0
    assert opened == :today
  end

  test "both are counted", %{till: till} do
    together(till)
    assert Till.total(till) == 3
  end

  test "the first one is counted", %{till: till} do
    spawn(fn -> Till.add(till, 1) end)
    assert Till.total(till) == 1
  end

  describe "tags" do
    setup do
      [level: 2]
    end

    @tag a: :tag
    @tag :here
    test "and contexts", context do
      assert %{a: :all, here: true, level: 2, describe: "tags"} = context
      assert context.test == :"test tags and contexts"
      assert context.module == __MODULE__
    end

    @tag :skip
    test "skipped" do
      flunk("it is skipped")
    end

    @tag note: :fine
    test "a good end" do
      on_exit(fn -> send(self(), :later) end)
    end

    @tag note: :bad
    test "a bad end" do
    end
  end

  test "supervised" do
    {:ok, agent} = start_supervised({Agent, fn -> 1 end})
    assert Agent.get(agent, & &1, :infinity) == 1
    on_exit(fn -> if Process.alive?(agent), do: raise("it is alive") end)
  end

  test "not written"

  defp together(till) do
    test = self()
    for n <- [1, 2], do: spawn(fn -> Till.add(till, n); send(test, n) end)
    for n <- [1, 2], do: (receive do ^n -> :ok end)
  end
end

defmodule BrokenSetupTest do
  use ExUnit.Case
  setup_all do: raise("no power")
  test "x", do: :ok
end
EX

check "each test has a row, with its contexts"
run check --exunit till_test.exs
expect_status 1
expect_not_out "Finished in"
expect_out_line 'TillTest: test empty +verified .*'
expect_out_line 'TillTest: test both are counted +verified .*'
expect_out_line 'TillTest: test the first one is counted +error .*'
expect_out_line 'TillTest: test tags and contexts +verified .*'
expect_out_line 'TillTest: test tags skipped +skipped +- +-'
expect_out_line 'TillTest: test tags a good end +verified .*'
expect_out_line 'TillTest: test tags a bad end +error .*'
expect_out_line 'TillTest: test supervised +verified .*'
expect_out_line 'TillTest: test not written +error .*'
expect_out_line 'BrokenSetupTest: test x +error .*'
expect_out_line '10 tests: 5 verified, 4 with errors, 1 skipped +.*'
expect_out "no power" "a bad note"
expect_out "assertion in P at till_test.exs:34"

check "the trace of a test is replayed"
expect_equal "its command" "check --exunit till_test.exs -t 'TillTest: test the first one is counted'" \
  "$(sed -nE "s/^Search again: heddle //p" out | grep 'first one')"
trace=$(python3 - <<'PY'
import glob, json
for f in sorted(glob.glob("heddle-trace-*.json")):
    if "first one" in " ".join(json.load(open(f))["program"]["command"]): print(f)
PY
)
run replay "$trace"
expect_status 1

check "-t and --json"
run check --exunit till_test.exs -t counted --json r.json
expect_status 1
expect_out_line '2 tests: 1 verified, 1 with an error +.*'
expect_schema suite.schema.json r.json
expect_equal "kind" "assertion P" "$(json r.json 'r["errors"][0]["kind"] + " " + r["errors"][0]["process"]')"
# The agent that is linked to the test ends as after any test.
expect_equal "errors of the agent" 0 "$(json r.json 'sum(e["process"] == "P.1" for e in r["errors"])')"

check "what ExUnit's assertions need"
cat >asserts_test.exs <<'EX'
ExUnit.start()
defmodule AssertsTest do
  use ExUnit.Case
  import ExUnit.CaptureIO
  setup [:first, :second]
  defp first(_), do: [a: 1]
  defp second(%{a: 1}), do: %{b: 2}
  test "receive", %{b: 2} do
    me = self()
    spawn(fn -> send(me, :hello) end)
    assert_receive :hello
    refute_received :bye
  end
  test "raise" do
    assert_raise ArgumentError, fn -> raise ArgumentError, "x" end
    assert catch_exit(exit(:boom)) == :boom
  end
  test "output", do: assert(capture_io(fn -> IO.puts("hi") end) == "hi\n")
  test "linked" do
    Process.flag(:trap_exit, true)
    pid = spawn_link(fn -> exit(:shutdown) end)
    assert_receive {:EXIT, ^pid, :shutdown}
  end
end
EX
run check --exunit asserts_test.exs --after_timeout 100
expect_status 0
expect_out_line '4 tests: 4 verified +.*'
run check --exunit asserts_test.exs -t receive
expect_status 1
expect_out "Assertion failed, no matching message after"

check "a file of modules, .ex, and of none"
printf 'defmodule T do\n  use ExUnit.Case\n  test "ü", do: assert 1 == 1\nend\n' >t.ex
LC_ALL=C.UTF-8 run check --exunit t.ex
expect_status 0
expect_out "T: test ü"
printf 'defmodule N do\nend\n' >n.exs
run check --exunit n.exs
expect_refusal "n.exs" "no ExUnit case"
run check --exunit nosuch.exs
expect_refusal "nosuch.exs"
printf 'defmodule N do\n  def f(\nend\n' >n.exs
run check --exunit n.exs
expect_status 2
grep -q "n.exs" err

check "modules that tests define while they run"
cat >inline_test.exs <<'EX'
ExUnit.start()

defmodule InlineTest do
  use ExUnit.Case

  test "inside of a test" do
    defmodule Inner do
      def hello(x), do: {:hello, x}
    end

    assert Inner.hello(1) == {:hello, 1}
  end

  test "three of them" do
    defmodule First, do: def(v, do: 1)
    defmodule Second, do: def(v, do: 2)
    defmodule Third, do: def(v, do: 3)
    assert First.v() + Second.v() + Third.v() == 6
  end

  test "from a string" do
    [{FromString, binary}] = Code.compile_string("defmodule FromString do def v, do: 3 end")
    assert is_binary(binary)
    assert apply(FromString, :v, []) == 3
  end

  test "evaluated" do
    assert {4, _} = Code.eval_string("defmodule Evaluated do def v, do: 4 end; Evaluated.v()")
  end

  test "created" do
    Module.create(Created, quote(do: def(v, do: 5)), Macro.Env.location(__ENV__))
    assert apply(Created, :v, []) == 5
  end
end
EX
# The timeouts with which Elixir's compiler asks its servers are not explored, and its servers do not end with the test:
# each would be an interleaving of its own for every step that one of them has left.
run check --exunit inline_test.exs --json r.json
expect_status 0
expect_out_line '5 tests: 5 verified +.*'
# Who compiles purges old code, and that looks into the processes of the test, not into servers of the compiler.
[ "$(json r.json 'r["interleavings"]')" -lt 20 ] || fail "$(json r.json 'r["interleavings"]') interleavings"


check "a suite gives each tip once, and says what cut a test off"
cat >tips_test.exs <<'EX'
ExUnit.start()
defmodule TipsTest do
  use ExUnit.Case
  for n <- [1, 2] do
    test "a call #{n}" do
      {:ok, agent} = Agent.start_link(fn -> 1 end)
      assert Agent.get(agent, & &1) == 1
    end
  end
  test "many" do
    for n <- 1..8, do: spawn(fn -> :ets.insert(:nowhere, n) end) |> Process.alive?()
    me = self()
    for n <- 1..8, do: spawn(fn -> send(me, n) end)
    for _ <- 1..8, do: (receive do n -> n end)
  end
end
EX
run check --exunit tips_test.exs --interleaving_bound 5 --ignore_error abnormal_exit -o report.txt
expect_status 3
expect_out_line 'Cut off by limit of 5 interleavings: 3 tests'
grep -q "Cut off by" report.txt || fail "the report file says less than the terminal"
run check --exunit tips_test.exs -t call
expect_status 1
expect_equal "tips" 1 "$(grep -c '^Tip for 2 tests: Any finite timeout may happen' out)"

check "--with names other files of the suite"
echo 'defmodule Lent do def lent, do: :lent end' >lent.ex
printf -- '-module(borrowed).\n-export([f/0]).\nf() -> borrowed.\n' >borrowed.erl
printf 'defmodule LentTest do\n  use ExUnit.Case\n  test "x", do: assert {Lent.lent(), :borrowed.f()} == {:lent, :borrowed}\nend\n' >lent_test.exs
run check --exunit lent_test.exs --with lent.ex --with borrowed.erl
expect_status 0

check "Elixir's own supervisor is there for those who start something below it"
cat >partitions_test.exs <<'EX'
defmodule PartitionsTest do
  use ExUnit.Case
  test "via" do
    {:ok, _} = Registry.start_link(keys: :unique, name: Names)
    name = {:via, Registry, {Names, :agents}}
    {:ok, _} = PartitionSupervisor.start_link(child_spec: {Agent, fn -> 1 end}, name: name, partitions: 2)
    assert PartitionSupervisor.partitions(name) == 2
  end
end
EX
run check --exunit partitions_test.exs --timeouts idle
expect_status 0

check "a test that exits fails, with any reason; so does one that dies of what is linked to it"
cat >ends_test.exs <<'EX'
defmodule EndsTest do
  use ExUnit.Case
  test "normal", do: exit(:normal)
  test "shutdown", do: exit({:shutdown, 1})
  test "supervisor gives up" do
    child = %{id: 1, start: {Task, :start_link, [fn -> exit(:shutdown) end]}, restart: :permanent}
    {:ok, _} = Supervisor.start_link([child], strategy: :one_for_one, max_restarts: 0)
    Process.sleep(:infinity)
  end
  test "linked" do
    spawn_link(fn -> receive do :never -> :ok end end)
  end
end
EX
run check --exunit ends_test.exs
expect_status 1
expect_out_line '4 tests: 1 verified, 3 with errors +.*'
expect_out_line 'EndsTest: test linked +verified .*'
expect_out "P exits with {test_exits,normal}" "abnormal_exit in P at ends_test.exs:3"
expect_out "P exits with {test_exits,{shutdown,1}}" "abnormal_exit in P at ends_test.exs:4"
expect_out "P exits with shutdown" "abnormal_exit in P at ends_test.exs:7"

check "the tag tmp_dir: an empty folder"
mkdir -p "tmp/FolderTest/test-a-b/in"
touch "tmp/FolderTest/test-a-b/in/old"
cat >folder_test.exs <<'EX'
defmodule FolderTest do
  use ExUnit.Case
  @tag tmp_dir: "in"
  test "a:b", %{tmp_dir: folder} do
    assert folder == Path.expand("tmp/FolderTest/test-a-b/in")
    assert File.ls!(folder) == []
    File.write!(Path.join(folder, "x"), "y")
    assert File.ls!(folder) == ["x"]
  end
  @tag :tmp_dir
  test "own", %{tmp_dir: folder}, do: assert Path.basename(folder) == "test-own"
  @tag tmp_dir: false
  test "none", context, do: assert context.tmp_dir == false
end
EX
run check --exunit folder_test.exs
expect_status 0
[[ -e tmp/FolderTest/test-a-b/in/old ]] || fail "the test has removed a real file"

passed
