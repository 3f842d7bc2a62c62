-module(unknown_module_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

bad() -> ?label("bad").
main() -> unknown:start(?MODULE).
