-module(call_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> gen_server:call(n(nobody), x).
