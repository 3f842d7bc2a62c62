-module(timer_4).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> timer:apply_after(1, ?MODULE, w, []).
w() -> ?label("bad").
