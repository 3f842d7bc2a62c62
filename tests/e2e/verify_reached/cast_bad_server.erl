-module(cast_bad_server).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try gen_server:cast(id(5), x) catch error:_ -> ?label("bad") end.
id(X) -> X.
