-module(apply_reversed_flag).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> L = lists:reverse([true, trap_exit]), apply(erlang, process_flag, L), spawn_link(fun() -> exit(x) end), receive {'EXIT', _, x} -> ?label("bad") end.
