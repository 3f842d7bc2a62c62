-module(logger_handler).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

log(_, _) -> ?label("bad").
main() -> logger:add_handler(h, ?MODULE, #{}), logger:error("x").
id(X) -> X.
