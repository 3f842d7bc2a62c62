-module(code_change).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
code_change(_, S, _) -> ?label("bad"), {ok, S}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), sys:suspend(P), sys:change_code(P, ?MODULE, undefined, x).
id(X) -> X.
