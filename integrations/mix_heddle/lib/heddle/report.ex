defmodule Heddle.Report do
  @moduledoc """
  The files of one concurrent test: its trace if there is an error, what `reports:` asks for, and the result as JSON, from
  which the summary is made.
  """

  alias Heddle.Project

  @extensions [junit: "xml", sarif: "sarif", html: "html"]

  defstruct [:base, :reports]

  @doc "Removes the trace of an earlier run: it would look like an error."
  def new(id, options) do
    folder = options[:folder] || Project.report_folder()
    File.mkdir_p!(folder)
    base = Path.join(folder, file_name(id))
    for extension <- ["json", "xml", "sarif", "html"], do: File.rm("#{base}.#{extension}")
    File.rm(trace(base))
    %__MODULE__{base: base, reports: options[:reports] || []}
  end

  # Names may differ in nothing but what a file's name cannot hold.
  defp file_name(id) do
    readable = id |> String.replace(~r/[^\p{L}\p{N}_.]+/u, "-") |> String.slice(0, 80)
    readable <> "-" <> String.downcase(Integer.to_string(:erlang.phash2(id), 36))
  end

  defp trace(base), do: base <> ".trace-1.json"

  def words(%{base: base, reports: reports}) do
    ["--trace=#{base}.trace.json", "--json=#{base}.json"] ++
      for {kind, extension} <- @extensions, kind in reports, do: "--#{kind}=#{base}.#{extension}"
  end

  @doc "The error, its steps and the commands to run them again, without the heading and the table of a suite."
  def story(output, place) do
    output
    |> String.split("\n")
    |> Enum.drop_while(&(&1 == "" or String.starts_with?(&1, "====")))
    |> Enum.map_join("\n", &command_of_mix(&1, place))
    |> String.replace(~r/\n\nTest +Verdict .*/s, "")
  end

  defp command_of_mix("Replay it:    heddle replay " <> trace, _),
    do: "Replay it:    mix heddle.replay " <> trace

  defp command_of_mix("Search again: " <> _, place), do: "Search again: mix heddle " <> place
  defp command_of_mix(line, _), do: line

  @doc "Interleavings, seconds and what cut the search off; nil for what is not in the result."
  # Elixir 1.14 reads no JSON; the totals are the first fields of the file.
  def numbers(%{base: base}) do
    text =
      case File.read(base <> ".json") do
        {:ok, text} -> text
        {:error, _} -> ""
      end

    for pattern <- [
          ~r/"interleavings": (\d+)/,
          ~r/"seconds": ([\d.e+-]+)/,
          ~r/"bound": "([^"]*)"/
        ] do
      with [_, value] <- Regex.run(pattern, text), do: value
    end
  end
end
