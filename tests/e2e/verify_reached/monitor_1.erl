-module(monitor_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {P, R} = spawn_monitor(fun() -> exit(foo) end), receive {_, R, process, P, foo} -> ?label("bad") end.
