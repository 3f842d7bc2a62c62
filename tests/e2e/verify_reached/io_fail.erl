-module(io_fail).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try io:format("~p", []) catch error:_ -> ?label("bad") end.
id(X) -> X.
