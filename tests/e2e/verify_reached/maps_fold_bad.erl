-module(maps_fold_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try maps:fold(fun(_, _, A) -> A end, 0, id(a)) catch error:_ -> ?label("bad") end.
id(X) -> X.
