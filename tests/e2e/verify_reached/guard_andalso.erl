-module(guard_andalso).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(X) when not (is_tuple(X) andalso element(2, X) == a) -> ok;
f(_) -> ?label("bad").
main() -> f(id({x})).
id(X) -> X.
