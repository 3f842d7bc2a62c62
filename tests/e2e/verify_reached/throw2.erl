-module(throw2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try erlang:throw(a, b) catch error:undef -> ?label("bad") end.
id(X) -> X.
