-module(demonitor_info).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> ok end), R = monitor(process, P), receive {'DOWN', R, _, _, _} -> ok end, case demonitor(R, [info]) of false -> ?label("bad"); true -> ok end.
id(X) -> X.
