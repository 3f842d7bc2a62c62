-module(gen_server_12).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_server:start({global, foo}, ?MODULE, [], []), gen_server:call({global, foo}, x), P.
init([]) -> {ok, 0}.
handle_call(x, _, S) -> ?label("bad"), {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
