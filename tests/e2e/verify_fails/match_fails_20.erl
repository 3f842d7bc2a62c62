-module(match_fails_20).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> spawn(fun() -> 1 = n(2) end).
