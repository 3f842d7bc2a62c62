-module(is_record_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try is_record(id({a}), id(1)) of _ -> ok catch error:badarg -> ?label("bad") end.
id(X) -> X.
