-module(maps_fromlist_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try maps:from_list(id([a])) catch error:badarg -> ?label("bad") end.
id(X) -> X.
