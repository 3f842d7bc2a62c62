-module(exported_stack).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(C, R, S) -> erlang:raise(C, R, S).
main() -> [_ | S] = id([x | y]), case f(error, r, ets:whereis(foo)) of badarg -> ?label("bad") end.
id(X) -> X.
