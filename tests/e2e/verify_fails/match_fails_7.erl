-module(match_fails_7).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> spawn(?MODULE, nope, []).
