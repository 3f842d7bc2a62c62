-module(group_leader).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), spawn(fun() -> group_leader(S, self()), io:put_chars("abc") end), receive {io_request, From, R, _} -> ?label("bad"), From ! {io_reply, R, ok} end.
id(X) -> X.
