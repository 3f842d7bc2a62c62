-module(spawn_opt_montag).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> {P, R} = spawn_opt(fun() -> ok end, [{monitor, [{tag, mytag}]}]), receive {mytag, R, _, P, normal} -> ?label("bad") end.
id(X) -> X.
