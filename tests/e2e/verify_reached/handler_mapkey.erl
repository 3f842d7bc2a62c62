-module(handler_mapkey).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

g() -> throw(#{a => 1}).
f(K) -> try g() catch throw:#{K := 1} -> ?label("bad") end.
main() -> f(id(a)).
id(X) -> X.
