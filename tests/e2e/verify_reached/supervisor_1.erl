-module(supervisor_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, S} = supervisor:start_link(?MODULE, []), S.
init([]) -> {ok, {{one_for_one, 1, 1}, [{w, {?MODULE, start, []}, permanent, 10, worker, [?MODULE]}]}}.
start() -> {ok, spawn_link(fun() -> ?label("bad") end)}.
