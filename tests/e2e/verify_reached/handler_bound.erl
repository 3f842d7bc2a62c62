-module(handler_bound).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> E = id(e1), try try throw(e2) catch throw:E -> ok end catch _:e2 -> ?label("bad") end.
id(X) -> X.
