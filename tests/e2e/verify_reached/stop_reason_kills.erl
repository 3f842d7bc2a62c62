-module(stop_reason_kills).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_cast(_, S) -> {noreply, S}.
handle_call(_, _, S) -> {noreply, S}.
main() -> M = self(), P = spawn(fun() -> {ok, S} = gen_server:start_link(?MODULE, [], []), M ! S, receive never -> ok end end),
  receive S -> gen_server:stop(S, bad, infinity), try gen_server:call(P, x, infinity) catch exit:_ -> ?label("bad") end end.
id(X) -> X.
