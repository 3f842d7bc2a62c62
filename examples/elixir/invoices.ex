# Writes invoices with Task.async_stream: every task takes the next number from a counter.
#
# The bug: async_stream gives its results in the order of its input, but the tasks run in any order, and
# so a later order can get the earlier number. invoices_fixed.ex numbers the orders before it starts the
# tasks.
defmodule Invoices do
  import ExUnit.Assertions

  def write(orders) do
    {:ok, counter} = Agent.start_link(fn -> 1 end)

    invoices =
      orders
      |> Task.async_stream(fn order -> {next(counter), order} end,
        max_concurrency: 2,
        timeout: :infinity
      )
      |> Enum.map(fn {:ok, invoice} -> invoice end)

    Agent.stop(counter)
    invoices
  end

  defp next(counter), do: Agent.get_and_update(counter, &{&1, &1 + 1}, :infinity)

  # Invoices are numbered in the order of the orders.
  def test do
    assert write([:tea, :milk]) == [{1, :tea}, {2, :milk}]
  end
end
