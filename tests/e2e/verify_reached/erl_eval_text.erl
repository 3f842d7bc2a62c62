-module(erl_eval_text).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

bad() -> ?label("bad").
main() -> {ok, T, _} = erl_scan:string("erl_eval_text:bad()."), {ok, E} = erl_parse:parse_exprs(T), erl_eval:exprs(E, []).
id(X) -> X.
