defmodule Heddle.Case do
  @moduledoc """
  An `ExUnit.Case` with tests that must hold in every interleaving.

      defmodule BasketTest do
        use Heddle.Case, async: true, heddle: [after_timeout: 100]

        setup do
          {:ok, basket: Basket.new()}
        end

        concurrent_test "two clients", %{basket: basket} do
          ...
          assert Basket.articles(basket) == [:milk, :tea]
        end

        concurrent_test "three clients", %{basket: basket}, bound: "preemption:2" do
          ...
        end
      end

  The options of `use` are those of `ExUnit.Case`; those in `heddle:`, and those of a test, have the names of
  `heddle check`'s. A test's own go before those of its module, and these before those in `mix.exs`.

  Under `mix test` a concurrent test is one run of `heddle check`, which compiles the file once more and runs the body,
  as it stands, on its own Erlang machine, with the callbacks of `setup_all`, `setup` and `on_exit`. The test fails
  with Heddle's report if there is an error in any interleaving, and if the search was cut off. (ExUnit runs the
  callbacks for itself before; what they start plays no part in it.) All have the tag `:heddle` and no timeout.
  """

  @doc false
  defmacro __using__(options) do
    {heddle, ex_unit} = Keyword.pop(options, :heddle, [])

    quote do
      use ExUnit.Case, unquote(ex_unit)
      import Heddle.Case, only: [concurrent_test: 2, concurrent_test: 3, concurrent_test: 4]
      @heddle_options unquote(heddle)
    end
  end

  @doc "Defines a concurrent test; the second of three arguments is a pattern for the context or the options."
  defmacro concurrent_test(name, do: body), do: define(name, quote(do: _), [], body)

  defmacro concurrent_test(name, context_or_options, do: body) do
    if Keyword.keyword?(context_or_options),
      do: define(name, quote(do: _), context_or_options, body),
      else: define(name, context_or_options, [], body)
  end

  defmacro concurrent_test(name, context, options, do: body),
    do: define(name, context, options, body)

  defp define(name, context, options, body) do
    functions = if under_mix?(), do: checked(), else: plain()
    block = {:__block__, [], [body, :ok]}

    quote do
      name = unquote(name)
      options = Keyword.merge(@heddle_options, unquote(options))
      context = unquote(Macro.escape(context))

      body = unquote(Macro.escape(block, unquote: true))
      unquote(functions)
    end
  end

  # When heddle compiles the file the body is the test itself. To ask in a running test instead would be steps of the test.
  defp under_mix? do
    List.keymember?(Application.started_applications(), :mix, 0) and
      not Application.get_env(:mix_heddle, :explored, false)
  end

  defp plain do
    quote unquote: false do
      _ = options
      %{file: file, line: line} = __ENV__

      test =
        ExUnit.Case.register_test(__MODULE__, file, line, :"concurrent test", name, [:heddle])

      def unquote(test)(unquote(context)), do: unquote(body)
    end
  end

  # The body is compiled here, too: what it has wrong is said at once, and what it calls is not unused.
  defp checked do
    quote unquote: false do
      %{file: file, line: line} = __ENV__
      tags = [:heddle, [timeout: :infinity]]
      test = ExUnit.Case.register_test(__MODULE__, file, line, :"concurrent test", name, tags)

      @doc false
      def unquote(:"body of #{test}")(unquote(context)), do: unquote(body)

      def unquote(test)(_) do
        place = {unquote(file), unquote(line)}
        Heddle.Check.run!(__MODULE__, unquote(test), place, unquote(Macro.escape(options)))
      end
    end
  end
end
