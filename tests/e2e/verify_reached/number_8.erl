-module(number_8).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> A = <<1:3>>, case is_binary(n(A)) of false -> ?label("bad"); _ -> ok end.
