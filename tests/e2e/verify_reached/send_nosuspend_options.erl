-module(send_nosuspend_options).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> erlang:send_nosuspend(self(), hi, []), receive hi -> ?label("bad") end.
