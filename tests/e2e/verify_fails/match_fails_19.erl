-module(match_fails_19).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> try n(1) of 2 -> ok catch _:_ -> ok end.
