%% ETS tables of type ordered_set: the neighbours of a key.
-module(litmus_ets_ordered).
-include("litmus.hrl").

-define(KEYS, [{{'$1', '_'}, [], ['$1']}]).

race(Keys, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Table = ets:new(t, [ordered_set, public]),
    ets:insert(Table, [{Key, 0} || Key <- Keys]),
    C = child(fun() -> attempt(fun() -> Child(Table) end) end),
    Mine = attempt(fun() -> Own(Table) end),
    Theirs = answer(C),
    {Mine, Theirs, ets:tab2list(Table)}.

insert(Key) -> fun(Table) -> ets:insert(Table, {Key, 1}) end.
delete(Key) -> fun(Table) -> ets:delete(Table, Key) end.
next(Key) -> fun(Table) -> ets:next(Table, Key) end.
prev(Key) -> fun(Table) -> ets:prev(Table, Key) end.

%% A new first key.
race_insert_first() -> race([2], insert(1), fun ets:first/1).

%% The first key goes.
race_delete_first() -> race([1, 2], delete(1), fun ets:first/1).

%% A new last key.
race_insert_last() -> race([2], insert(3), fun ets:last/1).

%% The last key goes.
race_delete_last() -> race([2, 3], delete(3), fun ets:last/1).

%% A new key after this one.
race_insert_next() -> race([1, 3], insert(2), next(1)).

%% The key after this one goes.
race_delete_next() -> race([1, 2, 3], delete(2), next(1)).

%% A new key before this one.
race_insert_prev() -> race([1, 3], insert(2), prev(3)).

%% The key before this one goes.
race_delete_prev() -> race([1, 2, 3], delete(2), prev(3)).

%% The key after one that is not there.
race_insert_next_of_missing() -> race([4], insert(3), next(2)).

%% All keys go: the first.
race_delete_all_first() -> race([1], fun ets:delete_all_objects/1, fun ets:first/1).

%% All keys go: the next.
race_delete_all_next() -> race([1, 2], fun ets:delete_all_objects/1, next(1)).

%% The first key is taken.
race_take_first() -> race([1, 2], fun(T) -> ets:take(T, 1) end, fun ets:first/1).

%% insert_new makes a new first key.
race_insert_new_first() -> race([2], fun(T) -> ets:insert_new(T, {1, 1}) end, fun ets:first/1).

%% A counter with a default makes a new last key.
race_update_counter_default_last() ->
    race([2], fun(T) -> ets:update_counter(T, 3, 1, {3, 0}) end, fun ets:last/1).

%% A walk from key to key while a key is inserted.
race_insert_walk() ->
    race([1, 3], insert(2), fun(T) -> ets:next(T, ets:first(T)) end).

%% A walk from key to key while the key it stands on is deleted.
race_delete_walk() ->
    race([1, 2], delete(1), fun(T) -> ets:next(T, ets:first(T)) end).

%% Both take the first key, as from a queue.
race_pop_pop() ->
    Pop = fun(T) -> ets:take(T, ets:first(T)) end,
    race([1, 2], Pop, Pop).

%% In an ordered_set, 1 and 1.0 are one key.
race_insert_1_and_1_0() ->
    race([], fun(T) -> ets:insert(T, {1, a}) end, fun(T) -> ets:insert(T, {1.0, b}) end).

%% The key 1 is found as 1.0.
race_insert_1_lookup_1_0() -> race([], insert(1), fun(T) -> ets:lookup(T, 1.0) end).

%% Also within a tuple.
race_insert_1_delete_1_0_in_tuple() ->
    race([], insert({1, a}), fun(T) -> ets:delete(T, {1.0, a}) end).

%% An object with the key 1.0 takes the place of the one with 1, which matches no more.
race_insert_1_0_match_1() -> race([1], insert(1.0), fun(T) -> ets:match(T, {1, '$1'}) end).

%% The list, in order.
race_insert_tab2list() -> race([1], insert(2), fun ets:tab2list/1).

%% The greatest first.
race_insert_select_reverse() ->
    race([1], insert(2), fun(T) -> ets:select_reverse(T, ?KEYS) end).

%% A part of the table from the front.
race_insert_select_limit() ->
    race([2, 3], insert(1), fun(T) -> element(1, ets:select(T, ?KEYS, 2)) end).

%% The continuation sees what was inserted since.
race_insert_select_continuation() ->
    race([1, 3], insert(2), fun(T) ->
        {[1], Continuation} = ets:select(T, ?KEYS, 1),
        element(1, ets:select(Continuation))
    end).

%% The key at a place counted from the front.
race_insert_slot() -> race([2], insert(1), fun(T) -> ets:slot(T, 0) end).

%% Two new keys.
commute_insert_insert() -> race([2], insert(1), insert(3)).

%% One key is looked up, another is inserted.
commute_insert_lookup() -> race([1], insert(2), fun(T) -> ets:lookup(T, 1) end).

%% Two walkers.
commute_first_last() -> race([1, 2], fun ets:first/1, fun ets:last/1).

%% Two walkers in the middle.
commute_next_prev() -> race([1, 2], next(1), prev(2)).

%% Two keys go.
commute_delete_delete() -> race([1, 2], delete(1), delete(2)).

%% An update moves no key.
commute_update_element_next() ->
    race([1, 2], fun(T) -> ets:update_element(T, 2, {2, 5}) end, next(1)).
