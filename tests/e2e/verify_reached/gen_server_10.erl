-module(gen_server_10).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> case gen_server:start(?MODULE, [], []) of {error, _} -> ?label("bad"); _ -> ok end.
init([]) -> exit(foo).
handle_call(stop, _, S) -> {stop, foo, S}.
handle_cast(_, S) -> {noreply, S}.
