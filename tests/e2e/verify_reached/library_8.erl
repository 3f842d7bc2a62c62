-module(library_8).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case lists:mapfoldl(fun(A, B) -> ?label("bad"), {A, B} end, 0, [n(1)]) of _ -> ok end.
