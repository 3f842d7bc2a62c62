-module(match_fails_23).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> <<A:4/binary, _/binary>> = n(<<1>>), A.
