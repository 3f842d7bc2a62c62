defmodule Heddle.Summary do
  @moduledoc "What `mix heddle` prints at the end: a line for each concurrent test, with the number of its interleavings."

  alias Heddle.Report

  def start, do: {:ok, _} = Agent.start(fn -> [] end, name: __MODULE__)

  @doc "Of a test that has run; under `mix test` nobody collects them."
  def add(id, code, report) do
    if Process.whereis(__MODULE__) do
      [interleavings, seconds, _] = Report.numbers(report)
      row = [id, verdict(code), interleavings || "-", (seconds && seconds <> " s") || "-"]
      Agent.update(__MODULE__, &[row | &1])
    end

    :ok
  end

  defp verdict(0), do: "verified"
  defp verdict(1), do: "error"
  defp verdict(3), do: "inconclusive"
  defp verdict(_), do: "not checked"

  def rows, do: Enum.sort(Agent.get(__MODULE__, & &1))

  def print do
    case rows() do
      [] -> :ok
      rows -> IO.puts(["\n", table([["Test", "Verdict", "Interleavings", "Time"] | rows])])
    end
  end

  defp table(rows) do
    widths =
      for column <- 0..3, do: rows |> Enum.map(&String.length(Enum.at(&1, column))) |> Enum.max()

    [w0, w1, w2, w3] = widths

    for [id, verdict, interleavings, time] <- rows do
      [
        String.pad_trailing(id, w0 + 2),
        String.pad_trailing(verdict, w1 + 2),
        String.pad_leading(interleavings, w2),
        String.pad_leading(time, w3 + 2),
        "\n"
      ]
    end
  end
end
