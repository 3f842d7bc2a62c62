-module(alias_guard_nested).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

f({a, {b, X} = U} = T) when element(2, T) =:= U, element(2, U) =:= X -> case X of 1 when element(1, T) =:= a -> yes end; f(_) -> no.
main() -> yes = f(id({a, {b, 1}})), ?label("bad").
id(X) -> X.
