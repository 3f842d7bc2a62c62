-module(number_6).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(0.5) + 0.5, case A of 1.0 -> ?label("bad"); _ -> ok end.
