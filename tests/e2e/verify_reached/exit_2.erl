-module(exit_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> process_flag(trap_exit, true), exit(self(), foo), receive {_, _, foo} -> ?label("bad") end.
