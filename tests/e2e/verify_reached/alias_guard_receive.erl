-module(alias_guard_receive).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> self() ! {a, 1}, receive {a, _} = M when element(2, M) =:= 1 -> ?label("bad") end.
id(X) -> X.
