-module(call_self).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(x, _, S) -> try gen_server:call(self(), y, infinity) catch exit:_ -> ?label("bad") end, {reply, ok, S};
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), gen_server:call(P, x, infinity).
id(X) -> X.
