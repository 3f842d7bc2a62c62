-module(handler_mapkey_rec).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(0, K) -> throw(#{a => K});
f(N, K) -> try f(N - 1, b) catch throw:#{K := b} -> ?label("bad") end.
main() -> f(1, a).
