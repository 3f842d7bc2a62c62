-module(hd_fails_3).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> catch hd(n([])), hd(n([])).
