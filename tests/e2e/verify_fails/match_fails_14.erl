-module(match_fails_14).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> [1] -- n(a).
