-module(sort_calls).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> lists:sort(fun(A, B) -> ?label("bad"), A =< B end, [2, 1]).
id(X) -> X.
