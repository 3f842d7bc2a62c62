-module(duplicate_neg).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:duplicate(id(-1), a) catch error:_ -> ?label("bad") end.
id(X) -> X.
