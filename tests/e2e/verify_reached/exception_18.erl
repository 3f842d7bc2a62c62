-module(exception_18).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

n(X) -> X.
main() -> case catch (n(a) + 1) of {_, {badarith, _}} -> ?label("bad"); _ -> ok end.
