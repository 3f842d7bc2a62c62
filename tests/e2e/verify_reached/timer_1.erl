-module(timer_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> erlang:send_after(10, self(), hi), receive hi -> ?label("bad") end.
