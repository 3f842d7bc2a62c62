%% In two versions (rewind_programs:replaced/1).
-module(rewind_module).
-export([v/0, f/0, stay/0, go/0]).

v() -> ?VERSION.
f() -> fun() -> v() end.
stay() -> receive {P, call} -> P ! {self(), v()}, stay() end.
go() -> receive {P, call} -> P ! {self(), v()}, ?MODULE:go() end.
