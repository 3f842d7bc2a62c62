-module(nested_try).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(0) -> error(deep);
f(N) -> try f(N - 1) catch throw:_ -> ok end.
main() -> try f(5) catch error:deep -> ?label("bad") end.
id(X) -> X.
