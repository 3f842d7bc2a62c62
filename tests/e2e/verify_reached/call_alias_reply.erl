-module(call_alias_reply).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> receive {'$gen_call', {_, [alias | A] = T}, x} -> A ! {T, yes} end end), case gen_server:call(P, x, 1000) of yes -> ?label("bad") end.
id(X) -> X.
