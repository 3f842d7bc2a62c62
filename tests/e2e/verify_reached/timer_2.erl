-module(timer_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> R = erlang:start_timer(10, self(), hi), receive {timeout, R, hi} -> ?label("bad") end.
