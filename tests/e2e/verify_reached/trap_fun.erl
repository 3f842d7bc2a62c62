-module(trap_fun).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> F = fun erlang:process_flag/2, F(trap_exit, true), spawn_link(fun() -> exit(boom) end), receive {'EXIT', _, boom} -> ?label("bad") end.
id(X) -> X.
