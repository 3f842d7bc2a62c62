-module(self_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> self() ! n(x), receive y -> ok after 10 -> 1 = n(2) end.
