-module(computed_call_9).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
bad(_) -> ?label("bad").
main() -> apply(?MODULE, bad, n([1])).
