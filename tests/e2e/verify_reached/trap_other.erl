-module(trap_other).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), P = spawn(fun() -> process_flag(trap_exit, true), S ! ready, receive {'EXIT', S, bye} -> ?label("bad") end end), receive ready -> ok end, exit(P, bye).
id(X) -> X.
