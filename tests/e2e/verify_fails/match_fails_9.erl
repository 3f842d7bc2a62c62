-module(match_fails_9).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> 1 div n(0).
