-module(partition_receive).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> self() ! go, lists:partition(fun(_) -> receive go -> true end end, [1]), ?label("bad").
