-module(process_flag_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> process_flag(n(foo), 1).
