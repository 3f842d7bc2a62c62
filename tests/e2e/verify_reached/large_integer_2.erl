-module(large_integer_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = 9223372036854775800 + ?any_nat() + 10, Y = 9223372036854775800 + 20, case X =:= Y of true -> ok; false -> ?label("bad") end.
