-module(exception_13).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try X = ?any_nat(), X = 5 + (a) catch error:badarith -> ?label("bad") end.
