-module(leak_send).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

callback_mode() -> handle_event_function.
init([]) -> {ok, a, 0}.
handle_event(info, {do, F}, _, D) -> F(), {keep_state, D}.
main() -> {ok, P} = gen_statem:start_link(?MODULE, [], []), P ! {do, fun() -> ?label("bad") end}.
id(X) -> X.
