%% ETS tables of type set: operations on one key, on two keys and on the whole table.
-module(litmus_ets_set).
-include("litmus.hrl").

%% Two operations on one table: what they return, and what is in the table then.
race(Objects, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Table = ets:new(t, [set, public]),
    ets:insert(Table, Objects),
    C = child(fun() -> attempt(fun() -> Child(Table) end) end),
    Mine = attempt(fun() -> Own(Table) end),
    Theirs = answer(C),
    {Mine, Theirs, lists:sort(ets:tab2list(Table))}.

%% The same, but nobody looks at the table afterwards.
unread(Objects, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Table = ets:new(t, [set, public]),
    ets:insert(Table, Objects),
    C = child(fun() -> Child(Table) end),
    Mine = Own(Table),
    {Mine, answer(C)}.

insert(Object) -> fun(Table) -> ets:insert(Table, Object) end.
insert_new(Object) -> fun(Table) -> ets:insert_new(Table, Object) end.
lookup(Key) -> fun(Table) -> ets:lookup(Table, Key) end.
lookup_element(Key) -> fun(Table) -> ets:lookup_element(Table, Key, 2) end.
member(Key) -> fun(Table) -> ets:member(Table, Key) end.
delete(Key) -> fun(Table) -> ets:delete(Table, Key) end.
delete_object(Object) -> fun(Table) -> ets:delete_object(Table, Object) end.
delete_all() -> fun(Table) -> ets:delete_all_objects(Table) end.
take(Key) -> fun(Table) -> ets:take(Table, Key) end.
add(Key) -> fun(Table) -> ets:update_counter(Table, Key, 1) end.
add_default(Key) -> fun(Table) -> ets:update_counter(Table, Key, 1, {Key, 10}) end.
update(Key, Value) -> fun(Table) -> ets:update_element(Table, Key, {2, Value}) end.
size() -> fun(Table) -> ets:info(Table, size) end.
all() -> fun(Table) -> lists:sort(ets:tab2list(Table)) end.

%% The value before or after.
race_insert_lookup() -> race([{k, 0}], insert({k, 1}), lookup(k)).

%% No object before.
race_insert_lookup_empty() -> race([], insert({k, 1}), lookup(k)).

%% The last value stays.
race_insert_insert() -> race([], insert({k, 1}), insert({k, 2})).

%% The key is there or not yet.
race_insert_member() -> race([], insert({k, 1}), member(k)).

%% No such key, or its value.
race_insert_lookup_element() -> race([], insert({k, 1}), lookup_element(k)).

%% insert_new comes too late, or its value is overwritten.
race_insert_insert_new() -> race([], insert({k, 1}), insert_new({k, 2})).

%% The first of them wins.
race_insert_new_insert_new() -> race([], insert_new({k, 1}), insert_new({k, 2})).

%% insert_new in time is seen.
race_insert_new_lookup() -> race([], insert_new({k, 1}), lookup(k)).

%% insert_new succeeds after the deletion only.
race_insert_new_delete() -> race([{k, 0}], insert_new({k, 1}), delete(k)).

%% The new object is deleted, or comes after.
race_insert_delete() -> race([], insert({k, 1}), delete(k)).

%% Only this very object is deleted.
race_insert_delete_object() -> race([{k, 0}], insert({k, 1}), delete_object({k, 1})).

%% The new object goes with the others, or comes after.
race_insert_delete_all() -> race([{a, 0}], insert({k, 1}), delete_all()).

%% The object that is taken.
race_insert_take() -> race([{k, 0}], insert({k, 1}), take(k)).

%% The counter starts from the new value, or is overwritten.
race_insert_update_counter() -> race([{k, 0}], insert({k, 5}), add(k)).

%% Without an object there is nothing to count.
race_insert_update_counter_missing() -> race([], insert({k, 5}), add(k)).

%% The default is used or not.
race_insert_update_counter_default() -> race([], insert({k, 5}), add_default(k)).

%% The element is updated before or after.
race_insert_update_element() -> race([{k, 0}], insert({k, 1}), update(k, 2)).

%% Without an object there is nothing to update.
race_insert_update_element_missing() -> race([], insert({k, 1}), update(k, 2)).

%% One object more.
race_insert_size() -> race([], insert({k, 1}), size()).

%% One object more in the list.
race_insert_tab2list() -> race([{a, 0}], insert({k, 1}), all()).

%% The first key of an empty table.
race_insert_first() -> race([], insert({k, 1}), fun ets:first/1).

%% The last key of an empty table.
race_insert_last() -> race([], insert({k, 1}), fun ets:last/1).

%% There is a key after the first if the second was inserted in time.
race_insert_next() ->
    race([{a, 0}], insert({k, 1}), fun(T) -> ets:next(T, ets:first(T)) =:= '$end_of_table' end).

%% A list of objects is inserted at once.
race_insert_list_lookup() ->
    race([], insert([{a, 1}, {b, 1}]), fun(T) -> {ets:lookup(T, a), ets:lookup(T, b)} end).

%% Two lists that overlap in one key.
race_insert_list_insert_list() -> race([], insert([{a, 1}, {k, 1}]), insert([{k, 2}, {b, 2}])).

%% insert_new of a list fails as a whole.
race_insert_new_list_insert() -> race([], insert_new([{a, 1}, {k, 1}]), insert({k, 2})).

%% The object before the deletion or nothing.
race_delete_lookup() -> race([{k, 0}], delete(k), lookup(k)).

%% The key before the deletion or nothing.
race_delete_member() -> race([{k, 0}], delete(k), member(k)).

%% The element before the deletion or an error.
race_delete_lookup_element() -> race([{k, 0}], delete(k), lookup_element(k)).

%% Nothing to take after the deletion.
race_delete_take() -> race([{k, 0}], delete(k), take(k)).

%% Nothing to count after the deletion.
race_delete_update_counter() -> race([{k, 0}], delete(k), add(k)).

%% The default after the deletion.
race_delete_update_counter_default() -> race([{k, 0}], delete(k), add_default(k)).

%% Nothing to update after the deletion.
race_delete_update_element() -> race([{k, 0}], delete(k), update(k, 1)).

%% One object less.
race_delete_size() -> race([{k, 0}], delete(k), size()).

%% One object less in the list.
race_delete_tab2list() -> race([{k, 0}], delete(k), all()).

%% The first key, if there is one left.
race_delete_first() -> race([{k, 0}], delete(k), fun ets:first/1).

%% A key that is not there has no next one in a set.
race_delete_next() -> race([{k, 0}], delete(k), fun(T) -> ets:next(T, k) end).

%% In a table that is fixed, the key after one that is deleted is found.
race_fixed_delete_next() ->
    race([{k, 0}], delete(k), fun(T) -> ets:safe_fixtable(T, true), ets:next(T, k) end).

%% In a table that was fixed before the deletion, its place is kept.
race_safe_fixtable_delete() ->
    Table = ets:new(t, [public]),
    ets:insert(Table, {k, 0}),
    Child = child(fun() -> ets:delete(Table, k) end),
    ets:safe_fixtable(Table, true),
    answer(Child),
    attempt(fun() -> ets:next(Table, k) end).

%% The deletion of the object and a look for it.
race_delete_object_lookup() -> race([{k, 0}], delete_object({k, 0}), lookup(k)).

%% The object is not the same after its update.
race_delete_object_update_element() -> race([{k, 0}], delete_object({k, 0}), update(k, 1)).

%% The object is not the same after the count.
race_delete_object_update_counter() -> race([{k, 0}], delete_object({k, 0}), add_default(k)).

%% All objects go: one key.
race_delete_all_lookup() -> race([{k, 0}], delete_all(), lookup(k)).

%% All objects go: the size.
race_delete_all_size() -> race([{k, 0}], delete_all(), size()).

%% All objects go: counting.
race_delete_all_update_counter() -> race([{k, 0}], delete_all(), add(k)).

%% All objects go: taking.
race_delete_all_take() -> race([{k, 0}], delete_all(), take(k)).

%% All objects go: insert_new.
race_delete_all_insert_new() -> race([{k, 0}], delete_all(), insert_new({k, 1})).

%% All objects go: the list.
race_delete_all_tab2list() -> race([{k, 0}], delete_all(), all()).

%% One of them takes the object.
race_take_take() -> race([{k, 0}], take(k), take(k)).

%% A look before or after the object is taken.
race_take_lookup() -> race([{k, 0}], take(k), lookup(k)).

%% The count is taken along, or fails.
race_take_update_counter() -> race([{k, 0}], take(k), add(k)).

%% insert_new succeeds after the taking only.
race_take_insert_new() -> race([{k, 0}], take(k), insert_new({k, 1})).

%% One object less.
race_take_size() -> race([{k, 0}], take(k), size()).

%% Each count is different.
race_update_counter_update_counter() -> race([{k, 0}], add(k), add(k)).

%% The value before or after the count.
race_update_counter_lookup() -> race([{k, 0}], add(k), lookup(k)).

%% The default is used by the first.
race_update_counter_default_twice() -> race([], add_default(k), add_default(k)).

%% The counter is there or not yet.
race_update_counter_default_member() -> race([], add_default(k), member(k)).

%% The count starts from the new element, or is overwritten.
race_update_counter_update_element() -> race([{k, 0}], add(k), update(k, 5)).

%% A counter with a limit, which the other count leads over.
race_update_counter_threshold() ->
    race([{k, 9}], add(k), fun(T) -> ets:update_counter(T, k, {2, 1, 10, 0}) end).

%% Two counters in one object are counted at once.
race_update_counter_list() ->
    race([{k, 0, 0}],
         fun(T) -> ets:update_counter(T, k, [{2, 1}, {3, 1}]) end,
         fun(T) -> {ets:lookup_element(T, k, 2), ets:lookup_element(T, k, 3)} end).

%% The element before or after.
race_update_element_lookup() -> race([{k, 0}], update(k, 1), lookup(k)).

%% The last element stays.
race_update_element_update_element() -> race([{k, 0}], update(k, 1), update(k, 2)).

%% The element before or after, alone.
race_update_element_lookup_element() -> race([{k, 0}], update(k, 1), lookup_element(k)).

%% The elements in the list.
race_update_element_tab2list() -> race([{k, 0}], update(k, 1), all()).

%% Reading, adding and writing is not counting: one update may be lost.
race_lost_update() ->
    Add = fun(T) -> Value = ets:lookup_element(T, k, 2), ets:insert(T, {k, Value + 1}) end,
    race([{k, 0}], Add, Add).

%% The member that is checked first may be inserted by the other meanwhile.
race_check_then_insert() ->
    Put = fun(Value) -> fun(T) -> ets:member(T, k) orelse ets:insert(T, {k, Value}) end end,
    race([], Put(1), Put(2)).

%% The position of the key is the second one.
race_keypos() ->
    Table = ets:new(t, [public, {keypos, 2}]),
    Child = child(fun() -> ets:insert(Table, {1, k}) end),
    Seen = ets:lookup(Table, k),
    answer(Child),
    Seen.

%% Two keys.
commute_insert_insert() -> race([], insert({a, 1}), insert({b, 2})).

%% The same object: nobody can tell who was first.
commute_observed_insert_same() -> unread([], insert({k, 1}), insert({k, 1})).

%% Two writes that nobody reads.
commute_observed_insert_unread() -> unread([], insert({k, 1}), insert({k, 2})).

%% One key, two readers.
commute_lookup_lookup() -> race([{k, 0}], lookup(k), lookup(k)).

%% Two ways to read one key.
commute_lookup_member() -> race([{k, 0}], lookup(k), member(k)).

%% A key is written and another is read.
commute_insert_lookup_other() -> race([{b, 0}], insert({a, 1}), lookup(b)).

%% A key is written and another is looked for in vain.
commute_insert_member_other() -> race([], insert({a, 1}), member(b)).

%% A key is deleted and another is read.
commute_delete_lookup_other() -> race([{a, 0}, {b, 0}], delete(a), lookup(b)).

%% Two keys are deleted.
commute_delete_delete() -> race([{a, 0}, {b, 0}], delete(a), delete(b)).

%% Two keys are taken.
commute_take_take() -> race([{a, 0}, {b, 0}], take(a), take(b)).

%% Two counters.
commute_update_counter_two() -> race([{a, 0}, {b, 0}], add(a), add(b)).

%% A counter and an element of another object.
commute_update_counter_update_element() -> race([{a, 0}, {b, 0}], add(a), update(b, 1)).

%% insert_new of two keys.
commute_insert_new_insert_new() -> race([], insert_new({a, 1}), insert_new({b, 1})).

%% An insert_new that fails, and a look at the object that stays.
commute_insert_new_taken_lookup() -> race([{k, 0}], insert_new({k, 1}), lookup(k)).

%% Deleting what is not there, and a look at it.
commute_delete_missing_lookup() -> race([], delete(k), lookup(k)).

%% Two counters that cannot be changed, as there are none.
commute_update_counter_missing() -> race([], add(k), add(k)).

%% An element that cannot be changed, and a look at it.
commute_update_element_missing_lookup() -> race([], update(k, 1), lookup(k)).

%% Another object has the key: it stays, whoever looks.
commute_delete_other_object() -> race([{k, 0}], delete_object({k, 1}), lookup(k)).

%% Two lists without a common key.
commute_insert_list_insert_list() ->
    race([], insert([{a, 1}, {b, 1}]), insert([{c, 2}, {d, 2}])).

%% In a set, 1 and 1.0 are two keys.
commute_insert_1_and_1_0() -> race([], insert({1, a}), insert({1.0, b})).

%% In a set, 1.0 does not find 1.
commute_insert_1_lookup_1_0() -> race([], insert({1, a}), lookup(1.0)).

%% An update keeps the number of objects.
commute_update_element_size() -> race([{k, 0}], update(k, 1), size()).

%% Whole-table readers.
commute_size_tab2list() -> race([{k, 0}], size(), all()).
