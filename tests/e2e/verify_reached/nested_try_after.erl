-module(nested_try_after).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f(0) -> error(deep);
f(N) -> try f(N - 1) after put(n, N) end.
main() -> try f(5) catch error:deep -> case get(n) of 5 -> ?label("bad"); _ -> ok end end.
id(X) -> X.
