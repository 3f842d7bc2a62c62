-module(match_fails_24).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> [A || <<A>> <= n(b)].
