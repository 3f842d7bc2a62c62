-module(length_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> length(n([a|b])).
