-module(spawn_badargs).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try spawn(?MODULE, id, id(5)) catch error:badarg -> ?label("bad") end.
id(X) -> X.
