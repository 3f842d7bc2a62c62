-module(spawn_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> spawn_opt(fun() -> ?label("bad") end, [link]).
