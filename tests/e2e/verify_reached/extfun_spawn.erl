-module(extfun_spawn).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> lists:map(fun erlang:spawn/1, [fun() -> ?label("bad") end]).
id(X) -> X.
