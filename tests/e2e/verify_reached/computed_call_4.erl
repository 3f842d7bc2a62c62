-module(computed_call_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

bad() -> ?label("bad").
main() -> spawn(?MODULE, list_to_atom("bad"), []).
