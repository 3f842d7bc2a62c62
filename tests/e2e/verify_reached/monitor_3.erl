-module(monitor_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> register(w, spawn(fun() -> ok end)), R = monitor(process, w), receive {_, R, process, {w, _}, _} -> ?label("bad") end.
