-module(setelement_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> setelement(n(3), {a, b}, x).
