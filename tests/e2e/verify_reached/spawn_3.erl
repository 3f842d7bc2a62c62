-module(spawn_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> erlang:spawn_request(fun() -> ?label("bad") end).
