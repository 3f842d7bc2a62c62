-module(append_improper).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case lists:append(id([[a], b])) of [a | b] -> ?label("bad"); _ -> ok end.
id(X) -> X.
