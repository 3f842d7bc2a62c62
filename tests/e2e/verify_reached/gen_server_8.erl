-module(gen_server_8).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start(?MODULE, [], []), try gen_server:call(P, stop, infinity) catch exit:{foo, _} -> ?label("bad") end.
init([]) -> {ok, 0}.
handle_call(stop, _, S) -> {stop, foo, S}.
handle_cast(_, S) -> {noreply, S}.
