-module(name_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

at(L) -> list_to_atom(L).
main() -> P = spawn(fun() -> receive m -> ?label("bad") end end), register(at("x"), P), {x, node()} ! m.
