-module(large_integer_10).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(-9223372036854775807) - 5, case A < -9223372036854775807 of true -> ?label("bad"); _ -> ok end.
