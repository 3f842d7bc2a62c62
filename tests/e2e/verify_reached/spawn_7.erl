-module(spawn_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 2").

w() -> ?label("bad").
main() -> spawn_opt(node(), fun w/0, []), spawn_opt(node(), fun w/0, []).
