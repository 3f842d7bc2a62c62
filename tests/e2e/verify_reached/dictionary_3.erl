-module(dictionary_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> put(a, 1), case get() of [{a,1}] -> ?label("bad"); _ -> ok end.
