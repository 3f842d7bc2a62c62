-module(gen_server_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start_link(?MODULE, [], []), P.
init([]) -> {ok, 0, 100}.
handle_call(x, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
handle_info(timeout, S) -> ?label("bad"), {noreply, S}.
