-module(gen_server_11).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start(?MODULE, [], []), P ! hello, gen_server:call(P, x), ?label("bad").
init([]) -> {ok, 0}.
handle_call(x, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
