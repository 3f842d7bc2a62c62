%% Figure 6.1 of seed 002 in the way its text describes: the first process never ends, so that the table
%% lives on, and the deadlock that this is must be ignored, which the attribute asks for. 5 classes.
-module(fig61).
-export([test/0]).
-concuerror_options([{ignore_error, deadlock}]).

test() ->
    ets:new(shared, [public, named_table]),
    [ets:insert(shared, {Name, 0}) || Name <- [x, y, z]],
    spawn(fun() -> look(x) end),
    spawn(fun() -> ets:insert(shared, {y, 1}) end),
    spawn(fun() -> look(y) =:= 1 orelse ets:insert(shared, {z, 1}) end),
    spawn(fun() -> look(z) =:= 0 orelse look(y) =:= 1 orelse ets:insert(shared, {x, 1}) end),
    receive after infinity -> ok end.

look(Name) -> ets:lookup_element(shared, Name, 2).
