-module(cast_throw).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> throw({ok, 7}).
handle_call(_, _, 7) -> ?label("bad"), {reply, ok, 7}.
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), gen_server:call(P, x).
id(X) -> X.
