-module(gen_statem_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_statem:start_link(?MODULE, [], []), gen_statem:cast(P, x).
callback_mode() -> handle_event_function.
init([]) -> {ok, a, 0}.
handle_event(_, _, _, D) -> ?label("bad"), {keep_state, D}.
