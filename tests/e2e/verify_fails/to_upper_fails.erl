-module(to_upper_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> string:to_upper(n(1.5)).
