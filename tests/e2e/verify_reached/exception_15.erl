-module(exception_15).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = ?any_nat(), try if X > 5 -> ok end catch error:if_clause -> ?label("bad") end.
