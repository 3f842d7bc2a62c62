-module(random_seed).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> rand:seed(exsss, {1,2,3}), case get(rand_seed) of undefined -> ok; _ -> ?label("bad") end.
id(X) -> X.
