-module(element_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> element(n(3), {a, b}).
