-module(link_noproc).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = spawn(fun() -> ok end), timer:sleep(50), try link(P) catch error:noproc -> ?label("bad") end.
id(X) -> X.
