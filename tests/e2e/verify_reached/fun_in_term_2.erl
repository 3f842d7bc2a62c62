-module(fun_in_term_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> F = element(1, list_to_tuple([fun(X) -> ?label("bad"), X end])), F(1).
