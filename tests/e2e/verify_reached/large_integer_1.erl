-module(large_integer_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = 9223372036854775807, Y = 9223372036854775808, case X =:= Y of true -> ok; false -> ?label("bad") end.
