-module(stop_noname).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try gen_server:stop(nobody) catch exit:noproc -> ?label("bad") end.
id(X) -> X.
