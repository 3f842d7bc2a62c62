-module(apply_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> apply(fun n/1, n([1, 2])).
