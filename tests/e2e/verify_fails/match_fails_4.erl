-module(match_fails_4).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> N = n(<<1,2>>), <<_:8>> = N.
