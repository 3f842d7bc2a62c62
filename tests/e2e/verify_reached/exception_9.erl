-module(exception_9).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(1) -> ok.
main() -> try f(2) catch error:function_clause -> ?label("bad") end.
