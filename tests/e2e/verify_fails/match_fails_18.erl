-module(match_fails_18).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
-record(r, {a}).
main() -> R = n({x, 1}), R#r.a.
