-module(apply_reversed_register).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> L = lists:reverse([self(), foo]), apply(erlang, register, L), foo ! hi, receive hi -> ?label("bad") end.
