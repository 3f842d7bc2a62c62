-module(table_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> T = ets:new(t, [public]), ets:insert(T, {a, 1}), ets:update_counter(T, a, 1), case ets:lookup_element(T, a, 2) of 2 -> ?label("bad"); _ -> ok end.
