-module(format_status).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
format_status(_, _) -> ?label("bad"), x.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), sys:get_status(P).
id(X) -> X.
