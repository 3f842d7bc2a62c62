-module(spawn_6).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 2").

w() -> ?label("bad"), receive x -> ok end.
main() -> erlang:spawn_request(fun w/0), erlang:spawn_request(fun w/0).
