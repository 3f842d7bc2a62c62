-module(list_to_integer_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> list_to_integer(n("x")).
