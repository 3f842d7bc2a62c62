-module(lists_partition).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case lists:partition(fun is_atom/1, [a, 1]) of {[a], [1]} -> ?label("bad"); _ -> ok end.
id(X) -> X.
