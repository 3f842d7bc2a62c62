-module(map_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> lists:map(fun(Y, _) -> Y end, n([1])).
