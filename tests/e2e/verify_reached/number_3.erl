-module(number_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case (1 + ?any_nat()) == 1.0 of true -> ?label("bad"); false -> ok end.
