# invoices.ex without its bug: the numbers are given before the tasks start.
defmodule InvoicesFixed do
  import ExUnit.Assertions

  def write(orders) do
    orders
    |> Enum.with_index(1)
    |> Task.async_stream(fn {order, number} -> {number, order} end,
      max_concurrency: 2,
      timeout: :infinity
    )
    |> Enum.map(fn {:ok, invoice} -> invoice end)
  end

  def test do
    assert write([:tea, :milk]) == [{1, :tea}, {2, :milk}]
  end
end
