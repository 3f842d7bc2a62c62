-module(max_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> max(n(a), 1) + 1.
