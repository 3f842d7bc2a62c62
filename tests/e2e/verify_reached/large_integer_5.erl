-module(large_integer_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = (1 bsl 70) - (1 bsl 70), case X of 0 -> ?label("bad"); _ -> ok end.
