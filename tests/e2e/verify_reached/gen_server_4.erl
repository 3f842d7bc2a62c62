-module(gen_server_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start_link(?MODULE, [], []), gen_server:stop(P).
init([]) -> {ok, 0}.
handle_call(x, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
handle_info(_, S) -> {noreply, S}.
terminate(_, _) -> ?label("bad").
