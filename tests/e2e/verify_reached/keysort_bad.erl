-module(keysort_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:keysort(1, id([a, b])) catch error:_ -> ?label("bad") end.
id(X) -> X.
