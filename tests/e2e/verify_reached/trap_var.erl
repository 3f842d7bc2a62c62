-module(trap_var).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

m() -> erlang.
main() -> M = id(m()), M:process_flag(trap_exit, true), spawn_link(fun() -> exit(boom) end), receive {'EXIT', _, _} -> ?label("bad") end.
id(X) -> X.
