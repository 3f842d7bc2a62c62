-module(start_link_stop).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {stop, nope}.
main() -> process_flag(trap_exit, true), gen_server:start_link(?MODULE, [], []), receive {'EXIT', _, nope} -> ?label("bad") end.
id(X) -> X.
