-module(exception_10).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try (fun(X) -> X end)(1,2) catch error:{badarity,_} -> ?label("bad") end.
