-module(guard_not).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(X) when not (hd(X) == 1) -> ok;
f(_) -> ?label("bad").
main() -> f(id([])).
id(X) -> X.
