-module(nth_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> lists:nth(n(2), [1]).
