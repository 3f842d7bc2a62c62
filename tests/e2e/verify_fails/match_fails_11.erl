-module(match_fails_11).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> not n(1).
