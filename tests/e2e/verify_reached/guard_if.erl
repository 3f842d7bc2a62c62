-module(guard_if).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = id(b), if X * 2 =/= 3 -> ok; true -> ?label("bad") end.
id(X) -> X.
