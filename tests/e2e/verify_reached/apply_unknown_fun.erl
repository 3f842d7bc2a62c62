-module(apply_unknown_fun).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> F = erlang:make_fun(list_to_atom("lists"), list_to_atom(id("foreach")), 2), F(fun(_) -> ?label("bad") end, [1]).
id(X) -> X.
