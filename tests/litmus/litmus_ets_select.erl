%% ETS operations with patterns and match specifications, against writes.
-module(litmus_ets_select).
-include("litmus.hrl").

-define(KEYS, [{{'$1', '_'}, [], ['$1']}]).
-define(ONES, [{{'_', 1}, [], [true]}]).

race(Objects, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Table = ets:new(t, [set, public]),
    ets:insert(Table, Objects),
    C = child(fun() -> attempt(fun() -> Child(Table) end) end),
    Mine = attempt(fun() -> Own(Table) end),
    Theirs = answer(C),
    {sorted(Mine), sorted(Theirs), lists:sort(ets:tab2list(Table))}.

sorted(List) when is_list(List) -> lists:sort(List);
sorted(Other) -> Other.

insert(Object) -> fun(Table) -> ets:insert(Table, Object) end.
delete(Key) -> fun(Table) -> ets:delete(Table, Key) end.
update(Key, Value) -> fun(Table) -> ets:update_element(Table, Key, {2, Value}) end.
add(Key) -> fun(Table) -> ets:update_counter(Table, Key, 1) end.
select() -> fun(Table) -> ets:select(Table, ?KEYS) end.
ones() -> fun(Table) -> ets:match(Table, {'$1', 1}) end.
count() -> fun(Table) -> ets:select_count(Table, ?ONES) end.
select_delete() -> fun(Table) -> ets:select_delete(Table, ?ONES) end.
match_delete() -> fun(Table) -> ets:match_delete(Table, {'_', 1}) end.

%% Every object with 1 gets 2.
replace() -> fun(Table) -> ets:select_replace(Table, [{{'$1', 1}, [], [{{'$1', 2}}]}]) end.

%% A new object is selected or not.
race_insert_select() -> race([{a, 0}], insert({k, 1}), select()).

%% A deleted object is selected or not.
race_delete_select() -> race([{k, 1}], delete(k), select()).

%% The guard sees the element before or after.
race_update_element_select() ->
    Big = [{{'$1', '$2'}, [{'>', '$2', 3}], ['$1']}],
    race([{k, 0}], update(k, 5), fun(T) -> ets:select(T, Big) end).

%% The count is selected before or after.
race_update_counter_select() ->
    race([{k, 0}], add(k), fun(T) -> ets:select(T, [{{'_', '$1'}, [], ['$1']}]) end).

%% A new object matches or is not there yet.
race_insert_match() -> race([], insert({k, 1}), ones()).

%% An object that does not match any more.
race_update_element_match() -> race([{k, 1}], update(k, 0), ones()).

%% Matching objects as a whole.
race_insert_match_object() ->
    race([], insert({k, 1}), fun(T) -> ets:match_object(T, {'_', 1}) end).

%% The pattern names the key.
race_insert_match_object_key() ->
    race([], insert({k, 1}), fun(T) -> ets:match_object(T, {k, '_'}) end).

%% The match specification names the key.
race_delete_select_key() ->
    race([{k, 1}], delete(k), fun(T) -> ets:select(T, [{{k, '$1'}, [], ['$1']}]) end).

%% One object more is counted.
race_insert_select_count() -> race([], insert({k, 1}), count()).

%% One object less is counted.
race_delete_select_count() -> race([{k, 1}], delete(k), count()).

%% A part of the table.
race_insert_select_limit() ->
    race([], insert({k, 1}), fun(T) -> is_tuple(ets:select(T, ?KEYS, 1)) end).

%% A part of the matches.
race_insert_match_limit() ->
    race([], insert({k, 1}), fun(T) -> is_tuple(ets:match(T, {'$1', 1}, 1)) end).

%% A new object is deleted, or comes after.
race_insert_select_delete() -> race([{a, 1}], insert({k, 1}), select_delete()).

%% One of them deletes the object.
race_delete_select_delete() -> race([{k, 1}], delete(k), select_delete()).

%% Only one of them deletes.
race_select_delete_select_delete() -> race([{k, 1}], select_delete(), select_delete()).

%% A look before or after.
race_select_delete_lookup() -> race([{k, 1}], select_delete(), fun(T) -> ets:lookup(T, k) end).

%% The selection before or after the deletion.
race_select_delete_select() -> race([{k, 1}], select_delete(), select()).

%% The size before or after the deletion.
race_select_delete_size() -> race([{k, 1}], select_delete(), fun(T) -> ets:info(T, size) end).

%% A new object is deleted, or comes after.
race_insert_match_delete() -> race([], insert({k, 1}), match_delete()).

%% A look before or after.
race_match_delete_lookup() -> race([{k, 1}], match_delete(), fun(T) -> ets:lookup(T, k) end).

%% An object that matches only before or after its update.
race_update_element_match_delete() -> race([{k, 1}], update(k, 0), match_delete()).

%% A count makes the object match, or comes too late.
race_update_counter_match_delete() -> race([{k, 0}], add(k), match_delete()).

%% insert_new succeeds after the deletion only.
race_match_delete_insert_new() ->
    race([{k, 1}], match_delete(), fun(T) -> ets:insert_new(T, {k, 2}) end).

%% A new object is replaced, or comes after.
race_insert_select_replace() -> race([], insert({k, 1}), replace()).

%% A look before or after.
race_select_replace_lookup() -> race([{k, 1}], replace(), fun(T) -> ets:lookup(T, k) end).

%% Only one of them replaces.
race_select_replace_select_replace() -> race([{k, 1}], replace(), replace()).

%% A deleted object is not replaced.
race_select_replace_delete() -> race([{k, 1}], replace(), delete(k)).

%% The replaced object is taken, or the one before.
race_select_replace_take() -> race([{k, 1}], replace(), fun(T) -> ets:take(T, k) end).

%% The count starts from the replaced value, or comes before and is in the way.
race_select_replace_update_counter() -> race([{k, 1}], replace(), add(k)).

%% What is replaced is not deleted any more.
race_select_replace_match_delete() -> race([{k, 1}], replace(), match_delete()).

%% The selection before or after.
race_select_replace_match() -> race([{k, 1}], replace(), ones()).

%% Everything goes: a selection.
race_delete_all_select() -> race([{k, 1}], fun ets:delete_all_objects/1, select()).

%% Everything goes: a replacement.
race_delete_all_select_replace() -> race([{k, 1}], fun ets:delete_all_objects/1, replace()).

%% Folding walks through the whole table.
race_insert_foldl() ->
    race([], insert({k, 1}), fun(T) -> ets:foldl(fun({_, V}, Sum) -> V + Sum end, 0, T) end).

%% A compare-and-swap of one object, by two.
race_compare_and_swap() ->
    Swap = fun(To) ->
        fun(T) -> ets:select_replace(T, [{{k, 0}, [], [{{k, To}}]}]) end
    end,
    race([{k, 0}], Swap(1), Swap(2)).

%% Two selections.
commute_select_select() -> race([{k, 1}], select(), select()).

%% Two kinds of selection.
commute_match_select_count() -> race([{k, 1}], ones(), count()).

%% A selection and a look.
commute_select_lookup() -> race([{k, 1}], select(), fun(T) -> ets:lookup(T, k) end).

%% The pattern names another key.
commute_insert_match_object_other_key() ->
    race([{b, 1}], insert({a, 1}), fun(T) -> ets:match_object(T, {b, '_'}) end).

%% The match specifications name two keys.
commute_select_replace_two_keys() ->
    Swap = fun(Key) ->
        fun(T) -> ets:select_replace(T, [{{Key, 0}, [], [{{Key, 1}}]}]) end
    end,
    race([{a, 0}, {b, 0}], Swap(a), Swap(b)).

%% Selections of two tables.
commute_select_insert_other_table() ->
    Second = ets:new(t, [public]),
    race([{k, 1}], fun(_) -> ets:insert(Second, {k, 1}) end, select()).
