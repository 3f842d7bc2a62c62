-module(throw_fails_2).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> try throw(n(1)) catch throw:2 -> ok end.
