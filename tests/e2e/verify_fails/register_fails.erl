-module(register_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> register(n(a), self()), register(n(a), self()).
