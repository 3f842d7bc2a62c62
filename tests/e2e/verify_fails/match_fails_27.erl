-module(match_fails_27).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> #{a := B} = n(#{b => 1}), B.
