-module(send_user).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> init ! foo, ?label("bad").
id(X) -> X.
