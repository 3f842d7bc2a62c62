-module(iolist_to_binary_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> iolist_to_binary(n(a)).
