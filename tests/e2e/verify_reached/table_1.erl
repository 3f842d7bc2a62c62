-module(table_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> T = ets:new(t, [public]), ets:insert(T, {a, 1}), case ets:lookup(T, a) of [{a,1}] -> ?label("bad"); _ -> ok end.
