-module(replace_self).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), sys:replace_state(P, fun(S) -> case self() of P -> ?label("bad"); _ -> ok end, S end).
id(X) -> X.
