-module(gen_event_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = gen_event:start_link(), gen_event:add_handler(P, ?MODULE, []), gen_event:notify(P, x).
init([]) -> {ok, 0}.
handle_event(_, S) -> ?label("bad"), {ok, S}.
handle_call(_, S) -> {ok, ok, S}.
