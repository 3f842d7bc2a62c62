-module(ets_heir).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), spawn(fun() -> ets:new(t, [{heir, S, data}]) end), receive {'ETS-TRANSFER', _, _, data} -> ?label("bad") end.
id(X) -> X.
