-module(sup_name).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

init(_) -> {ok, {#{}, []}}.
main() -> process_flag(trap_exit, true), {ok, _} = supervisor:start_link({local, my_sup}, ?MODULE, []), case whereis(my_sup) of undefined -> ok; _ -> ?label("bad") end.
id(X) -> X.
