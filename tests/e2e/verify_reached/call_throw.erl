-module(call_throw).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(_, _, S) -> throw({reply, thrown, S}).
handle_cast(_, S) -> {noreply, S}.
main() -> {ok, P} = gen_server:start(?MODULE, [], []), case gen_server:call(P, x) of thrown -> ?label("bad"); _ -> ok end.
id(X) -> X.
