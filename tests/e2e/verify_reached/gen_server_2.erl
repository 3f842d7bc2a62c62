-module(gen_server_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start_link({local, foo}, ?MODULE, [], []), gen_server:cast(foo, x), P.
init([]) -> {ok, 0}.
handle_call(x, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> ?label("bad"), {noreply, S}.
handle_info(_, S) -> {noreply, S}.
