-module(init_stop_kills).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(a) -> {ok, 0}; init(b) -> {stop, bad}.
handle_call(x, _, S) -> gen_server:start_link(?MODULE, b, []), receive never -> ok end, {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, a, []), try gen_server:call(P, x, infinity) catch exit:_ -> ?label("bad") end.
id(X) -> X.
