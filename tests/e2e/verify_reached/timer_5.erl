-module(timer_5).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> timer:tc(?MODULE, w, []).
w() -> ?label("bad").
