-module(crypto_seed).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> crypto:rand_seed(), case get(rand_seed) of undefined -> ok; _ -> ?label("bad") end.
id(X) -> X.
