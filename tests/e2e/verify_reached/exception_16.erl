-module(exception_16).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = ?any_nat(), try 5 = X catch error:{badmatch, 2} -> ?label("bad") end.
