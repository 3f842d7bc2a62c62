-module(exception_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = catch exit(foo), case X of {_, foo} -> ?label("bad"); _ -> ok end.
