-module(large_integer_8).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(9223372036854775807), B = A + 1, case A =:= B of true -> ok; false -> ?label("bad") end.
