-module(exception_6).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try atom_to_list(1) catch error:badarg -> ?label("bad") end.
