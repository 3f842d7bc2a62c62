-module(dict_computed).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> put(list_to_atom(id("k")), v), case get(k) of v -> ?label("bad"); _ -> ok end.
id(X) -> X.
