-module(ancestors_get).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> S = self(), proc_lib:spawn(fun() -> [P | _] = get('$ancestors'), P ! hi end), receive hi -> ?label("bad") end.
id(X) -> X.
