-module(processes).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> spawn(fun() -> receive hi -> ?label("bad") end end), [P ! hi || P <- processes(), P =/= self()].
id(X) -> X.
