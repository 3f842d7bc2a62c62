%% Modules that Elixir defines while a program runs.
-module(cases_elixir_modules).
-export([cases/0, run/1]).

cases() -> [{?MODULE, run, [Name]} || Name <- [evaluated, value_of_body, compiled, calls_itself, again, old_fun, attributes, struct, protocol, nested, created, purged, deleted, macro, not_compiled, 'defined?']].

eval(Text) -> {ok, _} = application:ensure_all_started(elixir), element(1, 'Elixir.Code':eval_string(Text)).

quiet(F) -> {ok, _} = application:ensure_all_started(elixir), 'Elixir.Code':put_compiler_option(ignore_module_conflict, true), try F() after 'Elixir.Code':put_compiler_option(ignore_module_conflict, false) end.

run(evaluated) -> eval(<<"defmodule CemA do\n def v(x), do: {:a, x}\n end\n CemA.v(1)">>);
run(value_of_body) -> {module, M, B, 7} = eval(<<"defmodule CemB do\n 7\n end">>), {M, is_binary(B)};
run(compiled) -> [{M, B}] = 'Elixir.Code':compile_string(<<"defmodule CemC do\n def v, do: 3\n end">>), {M, is_binary(B), M:v(), code:is_loaded(M)};
run(calls_itself) -> eval(<<"defmodule CemD do\n def fact(0), do: 1\n def fact(n), do: n * fact(n - 1)\n end\n CemD.fact(20)">>);
run(again) -> quiet(fun() -> eval(<<"defmodule CemE do\n def v, do: 1\n end\n a = CemE.v()\n defmodule CemE do\n def v, do: 2\n end\n {a, CemE.v(), :erlang.check_old_code(CemE)}">>) end);
run(old_fun) -> quiet(fun() -> eval(<<"defmodule CemF do\n def f, do: fn -> 1 end\n end\n f = CemF.f()\n defmodule CemF do\n def f, do: fn -> 2 end\n end\n {try do f.() rescue e -> e.__struct__ end, CemF.f().()}">>) end);
run(attributes) -> eval(<<"defmodule CemG do\n @x 5\n @moduledoc false\n Module.register_attribute(__MODULE__, :y, persist: true)\n @y :z\n def x, do: @x\n end\n {CemG.x(), CemG.__info__(:attributes)[:y], CemG.__info__(:functions)}">>);
run(struct) -> eval(<<"defmodule CemH do\n defstruct [:a, b: 2]\n end\n struct(CemH, a: 1) |> Map.from_struct()">>);
run(protocol) -> eval(<<"defprotocol CemI do\n def size(x)\n end\n defimpl CemI, for: List do\n def size(l), do: length(l)\n end\n {CemI.size([1,2]), try do CemI.size(1) rescue e in Protocol.UndefinedError -> e.value end}">>);
run(nested) -> eval(<<"defmodule CemJ do\n defmodule In do\n def v, do: 1\n end\n def v, do: In.v() + 1\n end\n {CemJ.v(), CemJ.In.v()}">>);
run(created) -> eval(<<"Module.create(CemK, quote(do: def(v, do: 5)), Macro.Env.location(__ENV__))\n apply(CemK, :v, [])">>);
run(purged) -> eval(<<"defmodule CemL do\n def v, do: 1\n end\n {:code.purge(CemL), :code.delete(CemL), :code.purge(CemL), try do apply(CemL, :v, []) rescue e -> e.__struct__ end}">>);
run(deleted) -> eval(<<"defmodule CemM do\n def v, do: 1\n end\n :code.delete(CemM)\n :code.purge(CemM)\n defmodule CemM do\n def v, do: 2\n end\n CemM.v()">>);
run(macro) -> eval(<<"defmodule CemN do\n defmacro twice(x), do: quote(do: unquote(x) * 2)\n end">>), eval(<<"require CemN\n CemN.twice(21)">>);
run(not_compiled) -> try eval(<<"defmodule CemO do\n def v, do: undefined_variable_x\n end">>) catch error:#{'__struct__' := S} -> S end;
run('defined?') -> eval(<<"a = Code.ensure_loaded?(CemP)\n defmodule CemP do\n def v, do: 1\n end\n {a, Code.ensure_loaded?(CemP), function_exported?(CemP, :v, 0), Module.open?(CemP)}">>).
