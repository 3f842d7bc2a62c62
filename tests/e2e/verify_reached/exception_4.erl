-module(exception_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try begin hd([]) end catch error:badarg -> ?label("bad") end.
