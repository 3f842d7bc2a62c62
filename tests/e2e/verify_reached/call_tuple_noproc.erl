-module(call_tuple_noproc).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try gen_server:call({nobody, node()}, x, infinity) catch exit:{noproc, _} -> ?label("bad") end.
id(X) -> X.
