-module(unzip_bad).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> try lists:unzip(id([a])) catch error:_ -> ?label("bad") end.
id(X) -> X.
