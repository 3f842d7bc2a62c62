-module(exception_12).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:nth(3, [1]) catch error:_ -> ?label("bad") end.
