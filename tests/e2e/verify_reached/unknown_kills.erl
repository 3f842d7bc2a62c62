-module(unknown_kills).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), proc_lib:stop(P), try gen_server:call(P, x, infinity) catch exit:_ -> ?label("bad") end.
id(X) -> X.
