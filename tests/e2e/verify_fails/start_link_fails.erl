-module(start_link_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> supervisor:start_link(n(1), []).
