-module(port_1).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> P = open_port({spawn, "cat"}, []), receive {P, _} -> ?label("bad") end.
