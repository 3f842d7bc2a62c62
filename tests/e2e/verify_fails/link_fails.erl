-module(link_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> link(n(1)).
