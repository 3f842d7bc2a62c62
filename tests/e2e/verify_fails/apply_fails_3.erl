-module(apply_fails_3).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> apply(n(fun() -> ok end), n(a)).
