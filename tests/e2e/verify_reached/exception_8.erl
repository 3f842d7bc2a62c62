-module(exception_8).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try maps:get(a, #{}) catch error:{badkey, a} -> ?label("bad") end.
