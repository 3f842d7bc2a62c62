-module(proc_lib_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> proc_lib:spawn(?MODULE, w, []).
w() -> ?label("bad").
