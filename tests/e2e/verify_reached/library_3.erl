-module(library_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:keyfind(a, 1, [n(x), {a, 1}]) of {a, 1} -> ?label("bad"); _ -> ok end.
