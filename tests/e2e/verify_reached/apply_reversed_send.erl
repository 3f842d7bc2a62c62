-module(apply_reversed_send).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> L = lists:reverse([hi, self()]), apply(erlang, send, L), receive hi -> ?label("bad") end.
