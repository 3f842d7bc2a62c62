-module(number_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = 0.1 + 0.2, case X > 0.3 of true -> ?label("bad"); false -> ok end.
