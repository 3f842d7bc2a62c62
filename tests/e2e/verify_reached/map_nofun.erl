-module(map_nofun).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:map(id(notfun), id([])) catch error:_ -> ?label("bad") end.
id(X) -> X.
