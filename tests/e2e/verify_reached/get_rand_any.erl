-module(get_rand_any).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> rand:uniform(), K = list_to_atom("rand_seed"), case get(K) of undefined -> ok; _ -> ?label("bad") end.
id(X) -> X.
