-module(gc_async).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> garbage_collect(self(), [{async, 1}]), receive {garbage_collect, 1, _} -> ?label("bad") end.
id(X) -> X.
