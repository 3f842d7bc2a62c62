-module(bsl_limit).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try id(1) bsl id(1 bsl 70) catch error:system_limit -> ?label("bad") end.
id(X) -> X.
