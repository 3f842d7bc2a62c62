# A shopping basket on an Agent, and its ExUnit suite, which passes most of the time:
#
#     elixir basket_test.exs
#     heddle check --exunit basket_test.exs
#
# Two tests hold in every interleaving. "two tabs" loses an article when both look before either adds,
# and "checkout" misses the article of a process that nobody waits for.
defmodule Basket do
  def new do
    {:ok, basket} = Agent.start_link(fn -> [] end)
    basket
  end

  def articles(basket), do: Agent.get(basket, & &1, :infinity)

  def add(basket, article), do: Agent.update(basket, &[article | &1], :infinity)

  # Adds an article unless it is there: looks first, then writes what it has seen.
  def add_once(basket, article) do
    seen = articles(basket)
    unless article in seen, do: Agent.update(basket, fn _ -> [article | seen] end, :infinity)
    :ok
  end
end

# When another program has loaded ExUnit already, it decides when the tests are run.
unless Process.whereis(ExUnit.Server), do: ExUnit.start()

defmodule BasketTest do
  use ExUnit.Case, async: true

  setup do
    {:ok, basket: Basket.new()}
  end

  test "a new basket is empty", %{basket: basket} do
    assert Basket.articles(basket) == []
  end

  test "two clients", %{basket: basket} do
    together(fn -> Basket.add(basket, :tea) end, fn -> Basket.add(basket, :milk) end)
    assert Enum.sort(Basket.articles(basket)) == [:milk, :tea]
  end

  test "two tabs", %{basket: basket} do
    look_around = fn -> for _ <- 1..2, do: Basket.articles(basket) end

    together(fn -> Basket.add_once(basket, :tea) end, fn ->
      look_around.()
      Basket.add_once(basket, :milk)
    end)

    assert Enum.sort(Basket.articles(basket)) == [:milk, :tea]
  end

  test "checkout", %{basket: basket} do
    spawn(fn -> Basket.add(basket, :tea) end)
    :erlang.yield()
    Basket.add(basket, :milk)
    assert :tea in Basket.articles(basket)
  end

  defp together(first, second) do
    test = self()
    spawn(fn -> first.(); send(test, :first_done) end)
    spawn(fn -> second.(); send(test, :second_done) end)
    receive do :first_done -> :ok end
    receive do :second_done -> :ok end
  end
end
