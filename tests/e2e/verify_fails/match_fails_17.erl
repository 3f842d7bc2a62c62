-module(match_fails_17).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> F = n(a), F().
