-module(bitstring_binary).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> B = id(<<1:3>>), try <<B/binary>> of _ -> ok catch error:badarg -> ?label("bad") end.
id(X) -> X.
