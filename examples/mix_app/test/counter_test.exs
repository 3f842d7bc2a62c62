defmodule CounterTest do
  use Heddle.Case, async: true

  setup do
    {:ok, counter: Counter.start()}
  end

  test "a click", %{counter: counter} do
    Counter.click(counter)
    assert Counter.clicks(counter) == 1
  end

  concurrent_test "two clicks at the same time", %{counter: counter} do
    together(fn -> Counter.click(counter) end)
    assert Counter.clicks(counter) == 2
  end

  @tag :bug
  concurrent_test "two hasty clicks at the same time", %{counter: counter} do
    together(fn -> Counter.hasty_click(counter) end)
    assert Counter.clicks(counter) == 2
  end

  # Runs it in two processes and waits for both.
  defp together(click) do
    for task <- [Task.async(click), Task.async(click)], do: Task.await(task)
  end
end
