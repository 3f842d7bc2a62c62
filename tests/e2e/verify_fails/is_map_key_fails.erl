-module(is_map_key_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> is_map_key(a, n(b)).
