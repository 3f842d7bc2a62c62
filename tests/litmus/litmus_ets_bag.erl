%% ETS tables of type bag and duplicate_bag: several objects with one key.
-module(litmus_ets_bag).
-include("litmus.hrl").

race(Type, Objects, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Table = ets:new(t, [Type, public]),
    ets:insert(Table, Objects),
    C = child(fun() -> attempt(fun() -> Child(Table) end) end),
    Mine = attempt(fun() -> Own(Table) end),
    Theirs = answer(C),
    {Mine, Theirs, ets:lookup(Table, k)}.

bag(Objects, Child, Own) -> race(bag, Objects, Child, Own).
duplicate_bag(Objects, Child, Own) -> race(duplicate_bag, Objects, Child, Own).

insert(Object) -> fun(Table) -> ets:insert(Table, Object) end.
lookup(Key) -> fun(Table) -> ets:lookup(Table, Key) end.
delete(Key) -> fun(Table) -> ets:delete(Table, Key) end.
delete_object(Object) -> fun(Table) -> ets:delete_object(Table, Object) end.

%% The objects of a key are in the order of their insertion.
race_bag_insert_insert() -> bag([], insert({k, 1}), insert({k, 2})).

%% One object more.
race_bag_insert_lookup() -> bag([{k, 1}], insert({k, 2}), lookup(k)).

%% One value more.
race_bag_insert_lookup_element() ->
    bag([{k, 1}], insert({k, 2}), fun(T) -> ets:lookup_element(T, k, 2) end).

%% insert_new fails when there is any object with the key.
race_bag_insert_insert_new() ->
    bag([], insert({k, 1}), fun(T) -> ets:insert_new(T, {k, 2}) end).

%% The new object is deleted with the key, or comes after.
race_bag_insert_delete() -> bag([{k, 1}], insert({k, 2}), delete(k)).

%% An object that comes again is deleted, or comes after.
race_bag_insert_delete_object() -> bag([{k, 1}], insert({k, 1}), delete_object({k, 1})).

%% One object less.
race_bag_delete_object_lookup() -> bag([{k, 1}, {k, 2}], delete_object({k, 1}), lookup(k)).

%% All objects of the key are taken.
race_bag_insert_take() -> bag([{k, 1}], insert({k, 2}), fun(T) -> ets:take(T, k) end).

%% The objects that match.
race_bag_insert_match_object() ->
    bag([{k, 1}], insert({k, 2}), fun(T) -> ets:match_object(T, {k, '_'}) end).

%% The number of objects.
race_bag_insert_size() -> bag([{k, 1}], insert({k, 2}), fun(T) -> ets:info(T, size) end).

%% The key is there while one object is.
race_bag_delete_member() -> bag([{k, 1}], delete(k), fun(T) -> ets:member(T, k) end).

%% An object that comes again goes to the end only if it was deleted before.
race_bag_delete_object_insert_order() ->
    bag([{k, 1}, {k, 2}], delete_object({k, 1}), insert({k, 1})).

%% The same object twice is two objects here.
race_duplicate_bag_insert_lookup() -> duplicate_bag([{k, 1}], insert({k, 1}), lookup(k)).

%% The objects of a key are in the order of their insertion.
race_duplicate_bag_insert_insert() -> duplicate_bag([], insert({k, 1}), insert({k, 2})).

%% All equal objects are deleted.
race_duplicate_bag_insert_delete_object() ->
    duplicate_bag([{k, 1}], insert({k, 1}), delete_object({k, 1})).

%% One object less, for each equal one.
race_duplicate_bag_delete_object_size() ->
    duplicate_bag([{k, 1}, {k, 1}], delete_object({k, 1}), fun(T) -> ets:info(T, size) end).

%% All objects of the key are taken.
race_duplicate_bag_insert_take() ->
    duplicate_bag([{k, 1}], insert({k, 1}), fun(T) -> ets:take(T, k) end).

%% Two keys.
commute_bag_insert_insert() -> bag([], insert({a, 1}), insert({k, 1})).

%% One key, two readers.
commute_bag_lookup_lookup() -> bag([{k, 1}, {k, 2}], lookup(k), lookup(k)).

%% Two keys.
commute_duplicate_bag_insert_insert() -> duplicate_bag([], insert({a, 1}), insert({k, 1})).

%% One key is deleted, the other is read.
commute_bag_delete_lookup() -> bag([{a, 1}, {k, 1}], delete(a), lookup(k)).
