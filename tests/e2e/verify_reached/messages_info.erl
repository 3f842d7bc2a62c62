-module(messages_info).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> self() ! fun() -> ?label("bad") end, {messages, [F]} = process_info(self(), messages), F().
id(X) -> X.
