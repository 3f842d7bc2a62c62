-module(stop_timeout).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> receive never -> exit(foo) end end), try gen_server:stop(P, normal, 10) catch exit:_ -> ?label("bad") end.
id(X) -> X.
