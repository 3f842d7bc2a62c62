-module(library_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:keyfind(1, 1, [{n(1.0), b}]) of {_, b} -> ?label("bad"); _ -> ok end.
