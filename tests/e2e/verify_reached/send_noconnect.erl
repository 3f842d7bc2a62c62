-module(send_noconnect).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case erlang:send({foo, 'b@c'}, x, [noconnect]) of noconnect -> ?label("bad"); _ -> ok end.
id(X) -> X.
