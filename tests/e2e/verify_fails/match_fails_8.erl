-module(match_fails_8).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> 1 / n(0).
