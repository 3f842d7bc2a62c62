-module(send_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> erlang:send(n(1), x).
