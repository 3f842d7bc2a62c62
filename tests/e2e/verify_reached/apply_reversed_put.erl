-module(apply_reversed_put).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> put(k, 1), L = lists:reverse([2, k]), apply(erlang, put, L), case get(k) of 2 -> ?label("bad"); _ -> ok end.
