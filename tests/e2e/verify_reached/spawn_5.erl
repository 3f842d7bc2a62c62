-module(spawn_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

w() -> ?label("bad").
main() -> erlang:hibernate(?MODULE, w, []).
