-module(bigtimeout).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try receive after id(16#100000000) -> ok end catch error:timeout_value -> ?label("bad") end.
id(X) -> X.
