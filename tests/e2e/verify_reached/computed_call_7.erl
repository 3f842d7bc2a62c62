-module(computed_call_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

at(L) -> list_to_atom(L).
bad() -> ?label("bad").
main() -> apply(?MODULE, at("bad"), []).
