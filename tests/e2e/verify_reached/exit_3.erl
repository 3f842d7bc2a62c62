-module(exit_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> spawn_link(fun() -> exit(n(boom)) end), process_flag(trap_exit, true), receive {K, _, boom} when K =:= n1 -> ok; {_, _, boom} -> ?label("bad") end.
n1() -> x.
