-module(timer_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, _} = timer:send_after(10, hi), receive hi -> ?label("bad") end.
