-module(ets_info_owner).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> T = ets:new(t, []), P = ets:info(T, owner), P ! hi, receive hi -> ?label("bad") end.
id(X) -> X.
