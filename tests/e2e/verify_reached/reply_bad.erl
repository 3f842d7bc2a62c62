-module(reply_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> ok = gen_server:reply(id({foo, bar}), x), ?label("bad").
id(X) -> X.
