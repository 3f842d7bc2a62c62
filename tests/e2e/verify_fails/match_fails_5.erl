-module(match_fails_5).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> L = n([1|2]), [X || X <- L].
