-module(library_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> M = maps:from_list([{a, n(1)}, {a, n(2)}]), case maps:get(a, M) of 2 -> ?label("bad"); _ -> ok end.
