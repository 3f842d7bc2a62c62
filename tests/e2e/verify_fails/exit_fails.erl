-module(exit_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> A = n(1), if A > 5 -> ok; true -> exit(n(oops)) end.
