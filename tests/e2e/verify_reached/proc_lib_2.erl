-module(proc_lib_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {ok, P} = proc_lib:start_link(?MODULE, w, [self()]), P, ?label("bad").
w(P) -> proc_lib:init_ack(P, {ok, self()}).
