-module(spawn_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {P, R} = spawn_opt(fun() -> ok end, [monitor]), receive {_, R, _, P, _} -> ?label("bad") end.
