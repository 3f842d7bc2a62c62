-module(exception_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try 1 / (?any_nat()) catch error:badarith -> ?label("bad") end.
