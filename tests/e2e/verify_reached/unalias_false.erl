-module(unalias_false).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> A = alias(), true = unalias(A), case unalias(A) of false -> ?label("bad"); true -> ok end.
id(X) -> X.
