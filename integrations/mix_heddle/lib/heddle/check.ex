defmodule Heddle.Check do
  @moduledoc """
  One concurrent test: runs `heddle check` on it and fails as an assertion does, with the report: the error first, then
  the steps that lead to it, then how to replay it.
  """

  alias Heddle.{Options, Program, Project, Report, Summary}

  @spec run!(module, atom, {Path.t(), pos_integer}, keyword) :: :ok
  def run!(module, test, {file, line}, options) do
    file = Path.relative_to_cwd(file)
    id = String.replace_prefix("#{module}: #{test}", "Elixir.", "")
    options = Options.merge(Options.project(), options)
    report = Report.new(id, options)

    words =
      ["check", "--exunit=" <> file, "--test=" <> id] ++
        Project.path_words() ++
        Report.words(report) ++ Options.words(options) ++ Options.given()

    with {:ok, program} <- Program.find(options[:path]),
         {output, code} <- Program.output(program, words) do
      Summary.add(id, code, report)
      if code != 0, do: fail(failure(code, output, report, "#{file}:#{line}"))
      :ok
    else
      {:error, message} -> fail(message)
    end
  end

  defp failure(1, output, _, place), do: Report.story(output, place)

  defp failure(3, output, report, _) do
    [interleavings, _, bound] = Report.numbers(report)

    "Inconclusive: no error in #{interleavings} interleavings, then cut off: #{bound}\n\n" <>
      output
  end

  defp failure(code, output, _, _),
    do: "Heddle could not check this test (exit code #{code}).\n\n" <> output

  # Without a stack: what matters is in the report.
  @spec fail(String.t()) :: no_return
  defp fail(message) do
    reraise ExUnit.AssertionError, [message: String.trim_trailing(message)], []
  end
end
