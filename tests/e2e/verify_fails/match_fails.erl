-module(match_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> M = n(a), M#{a => 1}.
