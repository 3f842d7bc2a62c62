-module(maps_keys_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try maps:keys(id(a)) catch error:{badmap, a} -> ?label("bad") end.
id(X) -> X.
