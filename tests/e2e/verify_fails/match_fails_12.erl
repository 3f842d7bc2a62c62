-module(match_fails_12).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> n(1) andalso true.
