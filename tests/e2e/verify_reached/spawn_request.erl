-module(spawn_request).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> R = spawn_request(fun() -> receive x -> ?label("bad") end end), receive {spawn_reply, R, ok, P} -> P ! x end.
id(X) -> X.
