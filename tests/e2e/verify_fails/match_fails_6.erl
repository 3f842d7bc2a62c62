-module(match_fails_6).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> nobody ! x.
