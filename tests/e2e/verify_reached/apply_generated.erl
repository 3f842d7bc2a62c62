-module(apply_generated).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

go(_, B) -> case B of 2 -> ?label("bad"); _ -> ok end.
main() -> apply(?MODULE, go, lists:seq(1, 2)).
id(X) -> X.
