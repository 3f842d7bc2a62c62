-module(label_via_make_fun).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(X) -> case X of 1 -> ?label("bad"); _ -> ok end.
main() -> F = erlang:make_fun(?MODULE, list_to_atom(id("f")), 1), F(1).
id(X) -> X.
