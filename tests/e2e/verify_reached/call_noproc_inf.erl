-module(call_noproc_inf).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try gen_server:call(nobody_here, x, infinity) catch exit:{noproc, {gen_server, call, [nobody_here, x, infinity]}} -> ?label("bad") end.
id(X) -> X.
