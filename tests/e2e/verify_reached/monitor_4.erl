-module(monitor_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> ok end), R = monitor(process, P, [{tag, foo}]), receive {foo, R, process, P, _} -> ?label("bad") end.
