-module(send_after_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> erlang:send_after(n(a), self(), x).
