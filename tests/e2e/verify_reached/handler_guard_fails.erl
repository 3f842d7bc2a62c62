-module(handler_guard_fails).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try try throw(id(x)) catch throw:N when N + 1 > 0 -> ok end catch throw:x -> ?label("bad") end.
id(X) -> X.
