-module(ack_parent).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f() -> proc_lib:init_ack({ok, x}).
main() -> {ok, x} = proc_lib:start(?MODULE, f, []), ?label("bad").
id(X) -> X.
