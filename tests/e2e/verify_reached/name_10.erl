-module(name_10).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

at(L) -> list_to_atom(L).
main() -> P = spawn(fun() -> receive m -> ?label("bad") end end), register(x, P), {at("x"), node()} ! m.
