-module(library_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:sublist([n(1), 2], 1) of [_] -> ?label("bad"); _ -> ok end.
