-module(library_6).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:keystore(a, 1, [], {a, n(1)}) of [{a,1}] -> ?label("bad"); _ -> ok end.
