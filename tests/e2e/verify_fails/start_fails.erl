-module(start_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), gen_server:call(P, n(x)).
init(_) -> {ok, 1}.
