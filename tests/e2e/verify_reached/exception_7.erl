-module(exception_7).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> X = #{}, try X#{a := 1} catch error:{badkey, a} -> ?label("bad") end.
