-module(match_fails_26).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> A = n(a), B = n(b), A = B.
