-module(start_spawn_opt_link).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, 0}.
handle_call(_, _, S) -> {reply, ok, S}.
handle_cast(_, S) -> {stop, foo, S}.
main() -> process_flag(trap_exit, true), {ok, P} = gen_server:start(?MODULE, [], [{spawn_opt, [link]}]), gen_server:cast(P, x), receive {'EXIT', P, foo} -> ?label("bad") end.
id(X) -> X.
