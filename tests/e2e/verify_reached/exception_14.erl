-module(exception_14).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try case ?any_nat() of 1000 -> ok end catch error:{case_clause, 2} -> ?label("bad") end.
