-module(exit_fails_3).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> exit(n(x)).
