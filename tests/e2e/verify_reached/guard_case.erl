-module(guard_case).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(X) when is_atom(X), hd(X) =/= 1 -> ok;
f(_) -> ?label("bad").
main() -> f(id(b)).
id(X) -> X.
