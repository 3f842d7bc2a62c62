-module(monitor_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> A = alias(), spawn(fun() -> A ! hi end), receive hi -> ?label("bad") end.
