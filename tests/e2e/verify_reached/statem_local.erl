-module(statem_local).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

callback_mode() -> handle_event_function.
init([]) -> {ok, a, 0}.
handle_event(_, _, _, D) -> {keep_state, D}.
main() -> {ok, _} = gen_statem:start_link({local, foo}, ?MODULE, [], []), foo ! hi, ?label("bad").
id(X) -> X.
