-module(ets_owner_other).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), spawn(fun() -> T = ets:new(tt, [named_table]), S ! ready, receive hi -> ?label("bad") end, T end), receive ready -> ok end, ets:info(tt, owner) ! hi.
id(X) -> X.
