-module(number_2).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = ?any_nat(), Y = float(X), case X == Y of true -> ?label("bad"); false -> ok end.
