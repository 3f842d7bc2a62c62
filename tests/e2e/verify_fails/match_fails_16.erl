-module(match_fails_16).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> F = n(fun(A) -> A end), F().
