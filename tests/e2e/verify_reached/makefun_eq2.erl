-module(makefun_eq2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> F = fun lists:map/2, G = erlang:make_fun(id(lists), map, 2), case id(F) =:= id(G) of true -> ?label("bad"); false -> ok end.
id(X) -> X.
