-module(dictionary_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> put(a, 1), case erase(a) of 1 -> ?label("bad"); _ -> ok end.
