-module(exit_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(foo) end), receive {_E, P, foo} -> ?label("bad") end.
