-module(table_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> ets:new(t, [named_table, public]), ets:insert(t, {a, fun() -> ?label("bad") end}), [{a, F}] = ets:lookup(t, a), F().
