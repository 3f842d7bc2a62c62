-module(library_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:usort([n(b), a, b]) of [a, b] -> ?label("bad"); _ -> ok end.
