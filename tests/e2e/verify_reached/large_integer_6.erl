-module(large_integer_6).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = -9223372036854775808, Y = X - 1, case X > Y of true -> ?label("bad"); _ -> ok end.
