-module(name_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> receive m -> ?label("bad") end end), register(list_to_atom("x"), P), {x, node()} ! m.
