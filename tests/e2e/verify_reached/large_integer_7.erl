-module(large_integer_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = n(9223372036854775800) + 10, B = n(9223372036854775800) + 20, case A =:= B of true -> ok; false -> ?label("bad") end.
