-module(name_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> receive m -> ?label("bad") end end), register(x, P), whereis(list_to_atom("x")) ! m.
