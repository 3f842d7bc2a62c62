-module(raise_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> erlang:raise(error, n(x), []).
