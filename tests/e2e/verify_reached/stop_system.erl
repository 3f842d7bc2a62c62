-module(stop_system).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> M = self(), P = spawn(fun() -> receive {system, _, {terminate, normal}} -> ?label("bad") end end), gen_server:stop(P).
id(X) -> X.
