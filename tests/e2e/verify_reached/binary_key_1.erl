-module(binary_key_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case n(#{<<"a">> => 1, <<"b">> => 2}) of #{<<"a">> := 1, <<"b">> := 2} -> ?label("bad"); _ -> ok end.
