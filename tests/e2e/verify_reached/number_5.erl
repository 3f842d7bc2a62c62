-module(number_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(0.5) + 0.25, B = n(0.5) + 0.5, case A =:= B of true -> ok; false -> ?label("bad") end.
