-module(send_bad_opts).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try erlang:send(self(), x, id(foo)) catch error:badarg -> ?label("bad") end.
id(X) -> X.
