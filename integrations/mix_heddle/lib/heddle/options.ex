defmodule Heddle.Options do
  @moduledoc """
  Options from `mix.exs`, from a test and from the command line, as words of `heddle check`.

      def project do
        [app: :shop, heddle: [after_timeout: 100, keep_going: true, treat_as_normal: [:shutdown, :killed]]]
      end

  `path`, `reports` and `folder` are this package's own; all others have heddle's names, and heddle says which of them
  it does not know.
  """

  @own [:path, :reports, :folder]
  @reports [:junit, :sarif, :html, :json]

  @doc "Those of the project."
  def project, do: checked(Mix.Project.config()[:heddle] || [])

  defp checked(options) do
    unless Keyword.keyword?(options), do: bad("it is no keyword list")
    unless options[:path] == nil or is_binary(options[:path]), do: bad("path: is no text")
    unless options[:folder] == nil or is_binary(options[:folder]), do: bad("folder: is no text")
    reports = options[:reports] || []

    unless is_list(reports) and reports -- @reports == [],
      do: bad("reports: takes some of #{inspect(@reports)}")

    options
  end

  defp bad(reason), do: Mix.raise("heddle: in mix.exs, #{reason}")

  @doc "The later ones replace the former; an option may also be a list of values."
  def merge(former, later), do: Keyword.merge(former, later)

  @doc "What `mix heddle` was given after `--`."
  def given, do: Application.get_env(:mix_heddle, :words, [])

  def give(words), do: Application.put_env(:mix_heddle, :words, words)

  def words(options),
    do: for({name, value} <- options, name not in @own, word <- words(name, value), do: word)

  defp words(name, true), do: ["--#{name}"]
  defp words(name, values) when is_list(values), do: Enum.flat_map(values, &words(name, &1))
  defp words(name, value), do: ["--#{name}=#{value}"]
end
