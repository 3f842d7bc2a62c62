-module(io_device).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), spawn(fun() -> io:put_chars(S, "abc") end), receive {io_request, From, R, _} -> ?label("bad"), From ! {io_reply, R, ok} end.
id(X) -> X.
