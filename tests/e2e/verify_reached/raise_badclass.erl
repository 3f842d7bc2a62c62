-module(raise_badclass).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case erlang:raise(id(foo), bar, []) of badarg -> ?label("bad") end.
id(X) -> X.
