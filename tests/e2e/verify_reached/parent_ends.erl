-module(parent_ends).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> process_flag(trap_exit, true), {ok, 0}.
handle_call(_, _, S) -> {noreply, S}.
handle_cast(_, S) -> {noreply, S}.
main() -> M = self(), spawn(fun() -> {ok, P} = gen_server:start_link(?MODULE, [], []), M ! P end),
  receive P -> try gen_server:call(P, x, infinity) catch exit:_ -> ?label("bad") end end.
id(X) -> X.
