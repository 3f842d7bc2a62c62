-module(put_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> put(a, 1), get(a) + n(b).
