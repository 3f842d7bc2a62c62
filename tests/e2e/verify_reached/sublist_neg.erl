-module(sublist_neg).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:sublist(id([a]), id(-1)) catch error:_ -> ?label("bad") end.
id(X) -> X.
