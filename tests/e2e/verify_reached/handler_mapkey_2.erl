-module(handler_mapkey_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

g(K) -> throw(#{a => K}).
f(K) -> try g(id(b)) catch throw:#{K := b} -> ?label("bad"); throw:_ -> ok end.
main() -> f(id(a)).
id(X) -> X.
