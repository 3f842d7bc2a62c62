-module(apply_mapped_spawn).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), L = lists:map(fun(X) -> X end, [fun() -> S ! hi end]), apply(erlang, spawn, L), receive hi -> ?label("bad") end.
