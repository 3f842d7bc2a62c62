-module(gen_server_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start(?MODULE, [], []), try gen_server:call(P, crash, infinity) catch exit:_ -> ?label("bad") end.
init([]) -> {ok, 0}.
handle_call(crash, _, S) -> 1 = S, {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
