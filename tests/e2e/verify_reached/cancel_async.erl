-module(cancel_async).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> R = erlang:send_after(10000, self(), x), erlang:cancel_timer(R, [{async, true}]), receive {cancel_timer, R, _} -> ?label("bad") end.
id(X) -> X.
