-module(monitor_badkind).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try monitor(id(foo), self()) catch error:badarg -> ?label("bad") end.
id(X) -> X.
