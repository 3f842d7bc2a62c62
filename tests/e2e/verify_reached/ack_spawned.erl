-module(ack_spawned).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = proc_lib:spawn(fun() -> proc_lib:init_ack(foo) end), receive {ack, P, foo} -> ?label("bad") end.
id(X) -> X.
