-module(makefun_eq).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> F = fun ?MODULE:id/1, G = erlang:make_fun(id(?MODULE), id, 1), case id(F) =:= id(G) of true -> ?label("bad"); false -> ok end.
id(X) -> X.
