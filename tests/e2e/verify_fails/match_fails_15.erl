-module(match_fails_15).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> receive after n(a) -> ok end.
