defmodule Mix.Tasks.Heddle do
  @shortdoc "Checks the concurrent tests in every interleaving that can matter"
  @moduledoc """
  Checks the concurrent tests of the project (see `Heddle.Case`), each in every interleaving that can matter.

      mix heddle
      mix heddle test/basket_test.exs test/till_test.exs:12
      mix heddle -- --after_timeout 100 --jobs 2

  Files and options before `--` are those of `mix test`, what follows goes to `heddle check` as it is. The tests run as
  under `mix test`; at the end there is a table of all of them. Exit code 2: a test has failed.

      mix heddle --all [-- OPTIONS]

  checks all ExUnit tests of the project in one run of `heddle check`, with its exit codes and its reports (`--junit`,
  `--sarif`, `--json`: one file for all).

  Both run in the environment `test`; `preferred_cli_env: [heddle: :test]` in `mix.exs` saves a second start of mix.
  """
  use Mix.Task

  alias Heddle.{Options, Program, Project, Summary}

  # Not `--only heddle`, which would also run the tests that the project excludes.
  @others Enum.flat_map(~w(test doctest property), &["--exclude", "test_type:" <> &1])

  @impl true
  def run(arguments) do
    options = Options.project()

    program =
      case Program.find(options[:path]) do
        {:ok, program} -> program
        {:error, message} -> Mix.raise("heddle: " <> message)
      end

    {own, words} = Enum.split_while(arguments, &(&1 != "--"))
    words = Enum.drop(words, 1)

    cond do
      Mix.env() != :test -> again_as_test("heddle", arguments)
      "--all" in own -> all(program, options, own -- ["--all"], words)
      true -> concurrent(own, words)
    end
  end

  @doc "Runs a task in the environment `test`, for which mix has to start again."
  def again_as_test(task, arguments) do
    env = [{~c"MIX_ENV", ~c"test"}]
    finish(Program.show(System.find_executable("mix"), [task | arguments], env))
  end

  @doc "Ends mix with an exit code of heddle's."
  def finish(0), do: :ok
  def finish(code), do: exit({:shutdown, code})

  defp concurrent(files, words) do
    Options.give(words)
    Summary.start()
    Application.ensure_loaded(:ex_unit)
    ExUnit.after_suite(fn _ -> Summary.print() end)
    Mix.Task.run("test", @others ++ files)

    if Summary.rows() == [] do
      Mix.raise(
        "heddle: there are no concurrent tests here (concurrent_test, after use Heddle.Case); " <>
          "mix heddle --all checks all ExUnit tests of the project"
      )
    end
  end

  defp all(program, options, [], words) do
    Mix.Task.run("compile", [])
    folder = options[:folder] || Project.report_folder()
    File.mkdir_p!(folder)
    arguments = ["--trace=" <> Path.join(folder, "trace.json") | Project.path_words()]
    finish(Program.show(program, ["check" | arguments] ++ Options.words(options) ++ words))
  end

  defp all(_, _, files, _) do
    Mix.raise(
      "heddle: --all takes no files and no options of mix test (#{Enum.join(files, " ")})"
    )
  end
end
