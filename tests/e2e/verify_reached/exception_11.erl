-module(exception_11).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try foo:bar() catch error:undef -> ?label("bad") end.
