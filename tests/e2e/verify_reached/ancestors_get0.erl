-module(ancestors_get0).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> proc_lib:spawn(fun() -> {_, [P | _]} = lists:keyfind('$ancestors', 1, get()), P ! hi end), receive hi -> ?label("bad") end.
id(X) -> X.
