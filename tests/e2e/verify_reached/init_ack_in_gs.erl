-module(init_ack_in_gs).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> proc_lib:init_ack(foo), {ok, 0}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {stop, foo, S}.
main() -> case gen_server:start(?MODULE, [], []) of foo -> ?label("bad"); _ -> ok end.
id(X) -> X.
