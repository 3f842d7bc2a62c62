-module(number_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = {n(1)}, case A == {1.0} of true -> ?label("bad"); _ -> ok end.
