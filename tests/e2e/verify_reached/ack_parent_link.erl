-module(ack_parent_link).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(A) -> proc_lib:init_ack(A), receive never -> ok end.
main() -> A = proc_lib:start_link(?MODULE, f, [yes]), case A of yes -> ?label("bad"); _ -> ok end.
id(X) -> X.
