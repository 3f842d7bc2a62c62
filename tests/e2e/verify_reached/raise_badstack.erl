-module(raise_badstack).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case erlang:raise(error, bar, id(foo)) of badarg -> ?label("bad") end.
id(X) -> X.
