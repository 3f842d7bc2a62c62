-module(match_fails_2).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> M = n(#{}), M#{a := 1}.
