-module(foreach_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> lists:foreach(fun(Y) -> 1 = Y end, [n(1), 2]).
