-module(library_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:sort([n(b), a]) of [a, b] -> ?label("bad"); _ -> ok end.
