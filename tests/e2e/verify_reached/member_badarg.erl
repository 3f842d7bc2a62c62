-module(member_badarg).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:member(a, id(b)) catch error:badarg -> ?label("bad") end.
id(X) -> X.
