-module(hd_fails_2).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> try ok after hd(n([])) end.
