-module(monitor_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> ok end), R = monitor(process, P), receive {_, R, process, P, _} -> ?label("bad") end.
