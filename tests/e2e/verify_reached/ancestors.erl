-module(ancestors).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> case get('$ancestors') of [_ | _] -> ?label("bad"); _ -> ok end, {ok, 0}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, _} = gen_server:start(?MODULE, [], []).
id(X) -> X.
