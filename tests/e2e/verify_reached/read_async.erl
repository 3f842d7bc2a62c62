-module(read_async).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> R = erlang:send_after(10000, self(), x), erlang:read_timer(R, [{async, true}]), receive {read_timer, R, _} -> ?label("bad") end.
id(X) -> X.
