defmodule Mix.Tasks.Heddle.Replay do
  @shortdoc "Runs the trace of an error again"
  @moduledoc """
  Runs the trace of an error again in the project as it is now.

      mix heddle.replay _build/test/heddle/BasketTest-concurrent-two-tabs-1x2y3z.trace-1.json
      mix heddle.replay TRACE --process P.1 --html page.html

  The options are those of `heddle replay`. Exit code 1: the error is still there; 0: it is gone; 3: the program went
  another way.
  """
  use Mix.Task

  alias Heddle.{Options, Program}

  @impl true
  def run([]), do: Mix.raise("heddle: give the trace: mix heddle.replay TRACE.json")

  def run(arguments) do
    case Program.find(Options.project()[:path]) do
      {:error, message} ->
        Mix.raise("heddle: " <> message)

      {:ok, program} ->
        if Mix.env() == :test do
          Mix.Task.run("compile", [])
          Mix.Tasks.Heddle.finish(Program.show(program, ["replay" | arguments]))
        else
          Mix.Tasks.Heddle.again_as_test("heddle.replay", arguments)
        end
    end
  end
end
