-module(spawn_opt_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try spawn_opt(fun() -> ok end, id([foo])) catch error:badarg -> ?label("bad") end.
id(X) -> X.
