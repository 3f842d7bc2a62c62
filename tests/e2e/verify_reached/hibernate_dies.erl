-module(hibernate_dies).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f() -> exit(bad).
main() -> P = spawn(fun() -> try erlang:hibernate(?MODULE, f, []) catch _:_ -> receive never -> ok end end end), P ! go,
   try gen_server:call(P, x, infinity) catch exit:_ -> ?label("bad") end.
id(X) -> X.
