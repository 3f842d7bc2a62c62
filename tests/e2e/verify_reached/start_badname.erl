-module(start_badname).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {stop, foo, S}.
main() -> try gen_server:start(id(foo), ?MODULE, [], []) catch error:_ -> ?label("bad") end.
id(X) -> X.
