-module(computed_call_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

bad() -> ?label("bad").
main() -> F = list_to_atom("bad"), ?MODULE:F().
