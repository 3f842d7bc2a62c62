-module(match_fails_21).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> A = [1,2], [_, _, _] = n(A).
