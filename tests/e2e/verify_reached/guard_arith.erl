-module(guard_arith).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(X) when X + 1 =/= 5 -> ok;
f(_) -> ?label("bad").
main() -> f(id(b)).
id(X) -> X.
