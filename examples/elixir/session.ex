# Sessions are agents with a name, started when they are first needed.
#
# The bug: two requests of one user can both find that there is no session, and both start one; the name
# goes to one of them, and the other request fails on {:error, {:already_started, pid}}.
# session_fixed.ex takes the one that was there first.
defmodule Session do
  def fetch(name) do
    case Process.whereis(name) do
      nil ->
        {:ok, pid} = Agent.start(fn -> %{} end, name: name)
        pid

      pid ->
        pid
    end
  end

  # Two requests of Alice have one session; the second comes after one of Bob.
  def test do
    test = self()
    spawn(fn -> send(test, {:first, fetch(:alice)}) end)
    bob = fetch(:bob)
    second = fetch(:alice)
    first = receive do {:first, pid} -> pid end
    true = first == second
    Agent.stop(second)
    Agent.stop(bob)
  end
end
