# Where a process waits and what it waits for, although compiled code has no lines of receives.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

cat >lock.erl <<'ERL'
-module(lock).
-export([test/0]).

test() ->
    L = spawn(fun() -> lock(free) end),
    L ! {acquire, self()},
    receive ok -> ok end,
    exit(bad).

lock(free) ->
    receive {acquire, P} -> P ! ok, lock(taken) end;
lock(taken) ->
    receive release -> lock(free) end.
ERL

check "the clauses of a function stand in another order in the code"
run check lock.erl --all-steps
expect_status 1
expect_out "stuck in a receive: P.1 at lock.erl:13 for release (its mailbox is empty)"
grep -qE "P.1  receives \{acquire,P\} .*lock.erl:11$" out || fail "the acquire is received at line 11"

cat >lock.ex <<'ELIXIR'
defmodule Lock do
  def test do
    lock = spawn(fn -> lock(:free) end)
    send(lock, {:acquire, self()})

    receive do
      :ok -> exit(:bad)
    end
  end

  def lock(:free) do
    receive do
      {:acquire, p} when p != self() ->
        send(p, :ok)
        lock(:taken)
    end
  end

  def lock(:taken) do
    receive do
      %{why: nil} -> :ok
      :release -> lock(:free)
    end
  end
end
ELIXIR

check "so it is with Elixir, in whose words patterns are shown"
run check lock.ex --all-steps
expect_status 1
expect_out "stuck in a receive: P.1 at lock.ex:20 for %{why: nil}; :release (its mailbox is empty)"
expect_out "(accepts {:acquire, p} when p != "

seed=${SEED:-$RANDOM}
check "random functions, cases and funs with receives (seed $seed)"
python3 "$E2E/receive_lines.py" "$seed" 20 >expected
erlc +debug_info m*.erl
while read -r module test line; do
  run check "$module.beam" -t "$test" --no-minimise
  expect_out "stuck in a receive: P.1 at $module.erl:$line "
done <expected

passed
