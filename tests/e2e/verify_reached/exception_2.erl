-module(exception_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = (catch throw(foo)), case X of foo -> ?label("bad"); _ -> ok end.
