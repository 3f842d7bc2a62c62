-module(match_fails_25).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> case n(1) of N when N > 1 -> ok end.
