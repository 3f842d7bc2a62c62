-module(append_badarg).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try id(a) ++ id([b]) catch error:badarg -> ?label("bad") end.
id(X) -> X.
