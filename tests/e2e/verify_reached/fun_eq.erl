-module(fun_eq).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f() -> ok.
main() -> A = fun ?MODULE:f/0, B = fun ?MODULE:f/0, case A =:= id(B) of true -> ?label("bad"); false -> ok end.
id(X) -> X.
