-module(dictionary_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> put(a, fun() -> ?label("bad") end), [{a, F}] = get(), F().
