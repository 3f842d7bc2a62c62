-module(exception_17).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try ?MODULE:priv() catch error:undef -> ?label("bad") end.
priv2() -> ok.
