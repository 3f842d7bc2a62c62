-module(large_integer_11).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(4611686018427387904) * 4, case A > 4611686018427387904 of true -> ?label("bad"); _ -> ok end.
