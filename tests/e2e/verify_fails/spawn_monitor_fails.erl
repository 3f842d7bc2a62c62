-module(spawn_monitor_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> spawn_monitor(n(1)).
