-module(gen_server_9).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try gen_server:call(nobody, stop, infinity) catch exit:{noproc, _} -> ?label("bad") end.
