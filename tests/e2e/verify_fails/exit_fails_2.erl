-module(exit_fails_2).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> exit(n(1), kill).
