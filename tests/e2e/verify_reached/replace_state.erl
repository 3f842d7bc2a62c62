-module(replace_state).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(x, _, evil) -> ?label("bad"), {reply, ok, 0};
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), sys:replace_state(P, fun(_) -> evil end), gen_server:call(P, x, infinity).
id(X) -> X.
