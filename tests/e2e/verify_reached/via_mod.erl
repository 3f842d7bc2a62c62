-module(via_mod).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(_, _, S) -> {reply, pong, S}.
handle_cast(_, S) -> {noreply, S}.
register_name(_, P) -> persistent_term:put(via, P), yes.
unregister_name(_) -> ok.
whereis_name(_) -> ?label("bad"), persistent_term:get(via, undefined).
send(_, M) -> persistent_term:get(via) ! M.
main() -> {ok, _} = gen_server:start({via, ?MODULE, x}, ?MODULE, [], []), gen_server:call({via, ?MODULE, x}, ping).
id(X) -> X.
