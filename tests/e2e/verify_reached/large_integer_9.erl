-module(large_integer_9).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(9223372036854775807) + 5, case A - 5 of 9223372036854775807 -> ?label("bad"); _ -> ok end.
