-module(rec_guard).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

-record(r, {a = 1, b}).
f(R) when R#r.a =:= 1 -> yes; f(_) -> no.
main() -> no = f(id(x)), yes = f(#r{}), ?label("bad").
id(X) -> X.
