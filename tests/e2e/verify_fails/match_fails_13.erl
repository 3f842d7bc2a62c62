-module(match_fails_13).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> n(a) ++ [1].
