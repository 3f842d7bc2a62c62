// What `mix test` does before the first test, divided into two: elixir does here what says how
// tests are compiled and which there are, and the rest is left to the machine that explores them.
//
// The configuration is read here, and set in both places. Of the expressions of a test_helper.exs
// those are evaluated here that configure ExUnit or define modules, with the variables that they
// need; all others, which may start processes, become a function of a module. Applications are not
// started here: under `mix heddle` they run already, and own what there is only once.
//
// The module heddle_suite then tells the machine:
//
//   configure()  sets the environments of applications
//   ex_unit()    [{Folder, Helper, [{Key, Value}]}]: for the test files in a folder, the module of
//                the rest of its test_helper.exs (nil: nothing is left) and ExUnit's settings
#include "beam/loader/elixir_suite.hpp"

namespace heddle::beam {

const char* const kElixirSuite = R"elixir(
ExUnit.start(autorun: false)
[folder, config | words] = System.argv()
{helpers, [_ | files]} = Enum.split_while(words, &(&1 != "--"))
# Heddle.Case asks for it: the body of a concurrent test is the test itself here.
Application.put_env(:mix_heddle, :explored, true)

fail = fn what, kind, reason, stack ->
  IO.puts([what, ":\n", Exception.format(kind, reason, stack)])
  System.halt(1)
end

environment =
  if config == "" do
    []
  else
    {:ok, _} = Application.ensure_all_started(:mix)
    Mix.env(:test)
    read = fn file, options ->
      try do
        read = if File.regular?(file),
          do: Config.Reader.read!(file, [env: :test, target: :host] ++ options), else: []
        Application.put_all_env(read, persistent: true)
        read
      catch
        kind, reason -> fail.(file, kind, reason, __STACKTRACE__)
      end
    end
    first = read.(config, [])
    Config.Reader.merge(first, read.(Path.join(Path.dirname(config), "runtime.exs"), imports: :disabled))
  end

# A fun without a name cannot be written into a module.
writable = fn value ->
  try do
    Macro.escape(value)
    true
  rescue
    _ -> false
  end
end
environment =
  for {application, pairs} <- environment,
      do: {application, Enum.filter(pairs, fn {_, value} -> writable.(value) end)}

defmodule :heddle_kept do
  def trace({:on_module, bytes, _}, %{module: module}) do
    File.write!(Path.join(Application.fetch_env!(:heddle, :folder), "#{module}.beam"), bytes)
    :ok
  end
  def trace(_, _), do: :ok

  @definitions [:defmodule, :defprotocol, :defimpl, :defstruct]
  @files [:require_file, :compile_file, :load_file, :eval_file]

  # What has to be done while tests are compiled.
  def configures?(expression) do
    {_, found} = Macro.prewalk(expression, false, fn
      {{:., _, [{:__aliases__, _, [:ExUnit]}, name]}, _, _} = e, found ->
        {e, found or name in [:start, :configure]}
      {{:., _, [{:__aliases__, _, [:Code]}, name]}, _, _} = e, found ->
        {e, found or name in @files}
      {name, _, [_ | _]} = e, found when name in @definitions -> {e, true}
      e, found -> {e, found}
    end)
    found
  end

  def directive?({name, _, [_ | _]}), do: name in [:alias, :import, :require, :use]
  def directive?(_), do: false

  def assigns({:=, _, [{name, _, context}, _]}) when is_atom(name) and is_atom(context), do: name
  def assigns(_), do: nil

  def variables(expression) do
    {_, all} = Macro.prewalk(expression, [], fn
      {name, _, context} = e, all when is_atom(name) and is_atom(context) -> {e, [name | all]}
      e, all -> {e, all}
    end)
    all
  end

  # {those for here, those for the machine}, in their order.
  def divide(expressions) do
    {here, _} =
      expressions
      |> Enum.with_index()
      |> Enum.reverse()
      |> Enum.reduce({[], []}, fn {e, index}, {here, needed} ->
        if configures?(e) or assigns(e) in needed,
          do: {[index | here], variables(e) ++ needed},
          else: {here, needed}
      end)
    indexed = Enum.with_index(expressions)
    {for({e, i} <- indexed, i in here or directive?(e), do: e),
     for({e, _} <- indexed, not configures?(e), do: e)}
  end

  def idle?(e), do: directive?(e) or assigns(e) != nil or not match?({_, _, [_ | _]}, e)

  def evaluate([], _, _), do: :ok
  def evaluate([e | rest], binding, env) do
    if function_exported?(Code, :eval_quoted_with_env, 3) do
      {_, binding, env} = apply(Code, :eval_quoted_with_env, [e, binding, env])
      evaluate(rest, binding, env)
    else
      Code.eval_quoted({:__block__, [], [e | rest]}, binding, env)
    end
  end
end

settings = [:assert_receive_timeout, :refute_receive_timeout, :stacktrace_depth, :capture_log, :include, :exclude]
defaults = Application.get_all_env(:ex_unit)
chosen = fn -> Enum.filter(Application.get_all_env(:ex_unit), fn {key, _} -> key in settings end) end
Application.put_env(:heddle, :folder, folder)
Code.put_compiler_option(:tracers, [:heddle_kept])

helped =
  for {helper, number} <- Enum.with_index(helpers) do
    Application.put_all_env(ex_unit: defaults)
    try do
      block =
        case Code.string_to_quoted!(File.read!(helper), file: helper) do
          {:__block__, _, expressions} -> expressions
          expression -> [expression]
        end
      path = Path.expand(helper)
      {here, later} = :heddle_kept.divide(block)
      :heddle_kept.evaluate(here, [], %{Code.env_for_eval([]) | file: path, tracers: [:heddle_kept]})
      module = :"heddle_test_helper_#{number}"
      idle = Enum.all?(later, &:heddle_kept.idle?/1)
      unless idle do
        body = {:__block__, [], later ++ [:ok]}
        run = quote(do: def(run, do: unquote(body)))
        {:module, _, bytes, _} = Module.create(module, run, file: path, line: 1)
        File.write!(Path.join(folder, "#{module}.beam"), bytes)
      end
      {Path.dirname(path) <> "/", if(idle, do: nil, else: module), chosen.()}
    catch
      kind, reason -> fail.(helper, kind, reason, __STACKTRACE__)
    end
  end
Code.put_compiler_option(:tracers, [])

case Kernel.ParallelCompiler.compile_to_path(files, folder) do
  {:ok, _, _} -> :ok
  {:error, _, _} -> System.halt(1)
end

# What a test file says without a test_helper.exs.
suites = helped ++ [{"", nil, chosen.()}]
[{module, bytes}] =
  Code.compile_quoted(quote do
    defmodule :heddle_suite do
      def configure, do: Application.put_all_env(unquote(Macro.escape(environment)), persistent: true)
      def ex_unit, do: unquote(Macro.escape(suites))
    end
  end)
File.write!(Path.join(folder, "#{module}.beam"), bytes)
System.halt(0)
)elixir";

}  // namespace heddle::beam
