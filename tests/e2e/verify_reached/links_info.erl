-module(links_info).
-compile(export_all).
-compile(nowarn_export_all).
-include("heddle.hrl").
-uncoverable("bad >= 1").

main() -> spawn_link(fun() -> receive hi -> ?label("bad") end end), {links, [P | _]} = process_info(self(), links), P ! hi.
id(X) -> X.
