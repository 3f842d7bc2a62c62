-module(guard_nested).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(X) when (element(1, X) == a) =:= false -> ok;
f(_) -> ?label("bad").
main() -> f(id(b)).
id(X) -> X.
