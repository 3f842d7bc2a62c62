-module(large_integer_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = 9223372036854775807 * 4, case X of 36893488147419103228 -> ?label("bad"); _ -> ok end.
