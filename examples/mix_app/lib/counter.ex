defmodule Counter do
  @moduledoc "Clicks, counted by an agent for any number of processes."

  def start do
    {:ok, counter} = Agent.start_link(fn -> 0 end)
    counter
  end

  def clicks(counter), do: Agent.get(counter, & &1)

  @doc "The agent adds, and it does one thing at a time."
  def click(counter), do: Agent.update(counter, &(&1 + 1))

  @doc "The same with a bug: the client adds, and others may do so between its look and its write."
  def hasty_click(counter) do
    seen = clicks(counter)
    Agent.update(counter, fn _ -> seen + 1 end)
  end
end
