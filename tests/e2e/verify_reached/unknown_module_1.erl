-module(unknown_module_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 2").

main() -> unknown:pmap(fun() -> ?label("bad") end).
