-module(tuple_size_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> tuple_size(n(a)).
