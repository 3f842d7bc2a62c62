-module(maps_merge_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try maps:merge(id(a), id(#{})) catch error:{badmap, a} -> ?label("bad") end.
id(X) -> X.
