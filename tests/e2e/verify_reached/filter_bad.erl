-module(filter_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:filter(fun(_) -> x end, id([a])) catch error:{bad_filter, x} -> ?label("bad") end.
id(X) -> X.
