-module(statem_receive).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

callback_mode() -> handle_event_function.
init([]) -> {ok, a, 0}.
handle_event(cast, go, _, D) -> receive x -> ?label("bad") end, {keep_state, D}.
main() -> {ok, P} = gen_statem:start_link(?MODULE, [], []), gen_statem:cast(P, go), P ! x.
id(X) -> X.
