-module(stop_caught).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> receive _ -> exit(foo) end end), try gen_server:stop(P) catch exit:_ -> ?label("bad") end.
id(X) -> X.
