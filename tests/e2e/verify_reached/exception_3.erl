-module(exception_3).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = (catch error(foo)), case X of {_, {foo, _}} -> ?label("bad"); _ -> ok end.
