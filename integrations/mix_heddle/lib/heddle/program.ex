defmodule Heddle.Program do
  @moduledoc """
  The program `heddle`: where it is, and how it is run.

  A program that a port has started outlives a virtual machine that is killed (Ctrl-C), and an exploration can last for
  days. So a shell around it reads a pipe that ends with the machine, and then ends the program.
  """

  # $1 is the number of that pipe. A process that keeps 4, the way back, would keep the port waiting.
  @shell """
  exec 5<&"$1"; shift
  "$@" </dev/null 3<&- 4>&- 5<&- & program=$!
  { cat <&5; kill "$program"; } >/dev/null 2>&1 3<&- 4>&- & watcher=$!
  wait "$program"; code=$?
  kill "$watcher" 2>/dev/null
  exit "$code"
  """

  @doc "The variable HEDDLE goes before the configured path: it is how one run is given another program."
  def find(configured) do
    case {System.get_env("HEDDLE", ""), configured} do
      {"", nil} -> in_path()
      {"", path} -> executable(path, "path: in mix.exs")
      {path, _} -> executable(path, "the variable HEDDLE")
    end
  end

  defp in_path do
    case System.find_executable("heddle") do
      nil ->
        {:error,
         "the program heddle is not in the PATH; install it, set the variable HEDDLE to it, " <>
           "or put path: \"...\" into heddle: [...] of mix.exs"}

      program ->
        {:ok, program}
    end
  end

  defp executable(path, source) do
    case System.find_executable(path) do
      nil -> {:error, "#{path} (#{source}): there is no such program"}
      program -> {:ok, program}
    end
  end

  @doc "Runs it and returns what it prints and its exit code."
  def output(program, words), do: collect(open(program, words, "0", [:stderr_to_stdout]), [])

  @doc "Runs it on the terminal and returns its exit code."
  def show(program, words, env \\ []) do
    {_, code} = collect(open(program, words, "3", [:nouse_stdio, env: env]), [])
    code
  end

  defp open(program, words, pipe, options) do
    arguments = ["-c", @shell, "heddle", pipe, program | words]
    Port.open({:spawn_executable, "/bin/sh"}, [:exit_status, :binary, args: arguments] ++ options)
  end

  defp collect(port, output) do
    receive do
      {^port, {:data, data}} -> collect(port, [output, data])
      {^port, {:exit_status, code}} -> {IO.iodata_to_binary(output), code}
    end
  end
end
