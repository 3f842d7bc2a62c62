-module(spawn_link_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> spawn_link(fun() -> exit(n(bad)) end), receive ok -> ok end.
