-module(match_fails_22).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> fun n/1 (1, 2).
