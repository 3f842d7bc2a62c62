-module(spawn_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> spawn(node(), fun() -> ?label("bad") end).
