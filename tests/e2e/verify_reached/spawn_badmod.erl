-module(spawn_badmod).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try spawn(id(5), f, []) catch error:badarg -> ?label("bad") end.
id(X) -> X.
