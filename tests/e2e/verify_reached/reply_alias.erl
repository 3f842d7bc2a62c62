-module(reply_alias).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> A = alias(), gen_server:reply({x, [alias | A]}, hi), receive {[alias | A], hi} -> ?label("bad") end.
id(X) -> X.
