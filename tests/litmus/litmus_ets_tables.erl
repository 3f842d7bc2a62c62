%% ETS tables as such: their names, their owners, their heirs and their end.
-module(litmus_ets_tables).
-include("litmus.hrl").

-define(NAME, litmus_table).

%% Two operations of two processes, of which the first process owns the table.
race(Options, Child, Own) ->
    Table = ets:new(?NAME, [public | Options]),
    C = child(fun() -> attempt(fun() -> Child(Table) end) end),
    Mine = attempt(fun() -> Own(Table) end),
    Theirs = answer(C),
    {Mine, Theirs}.

%% A child with a table of its own that ends when it is told to, while its parent does F.
race_owner_end(Options, F) ->
    Self = self(),
    Pid = spawn(fun() ->
        Self ! {table, ets:new(?NAME, [public | Options])},
        receive stop -> ok end
    end),
    Table = receive {table, T} -> T end,
    Pid ! stop,
    attempt(fun() -> F(Table) end).

new() -> ets:new(?NAME, [named_table, public]).

%% The next transfer of a table, if it comes in time.
transfer() ->
    receive
        {'ETS-TRANSFER', _, _, Data} -> Data
    after 5 -> none
    end.

%% One name, one table.
race_new_new() ->
    Child = child(fun() -> attempt(fun new/0), receive stop -> ok end end),
    Mine = attempt(fun new/0),
    element(1, Child) ! stop,
    answer(Child),
    Mine.

%% The table is there or not yet.
race_new_whereis() ->
    Child = child(fun() -> new(), receive stop -> ok end end),
    Seen = ets:whereis(?NAME) =/= undefined,
    element(1, Child) ! stop,
    answer(Child),
    Seen.

%% The table is there or not yet.
race_new_info() ->
    Child = child(fun() -> new(), receive stop -> ok end end),
    Seen = ets:info(?NAME, size),
    element(1, Child) ! stop,
    answer(Child),
    Seen.

%% The table is there or not yet.
race_new_insert() ->
    Child = child(fun() -> new(), receive stop -> ok end end),
    Mine = attempt(fun() -> ets:insert(?NAME, {k, 1}) end),
    element(1, Child) ! stop,
    answer(Child),
    Mine.

%% The table is there or not yet.
race_new_lookup() ->
    Child = child(fun() -> new(), receive stop -> ok end end),
    Mine = attempt(fun() -> ets:lookup(?NAME, k) end),
    element(1, Child) ! stop,
    answer(Child),
    Mine.

%% All tables, with the new one or without.
race_new_all() ->
    Child = child(fun() -> new(), receive stop -> ok end end),
    Seen = lists:member(?NAME, ets:all()),
    element(1, Child) ! stop,
    answer(Child),
    Seen.

%% The name is free when the table is deleted.
race_delete_new() ->
    race([named_table], fun(T) -> ets:delete(T) end, fun(_) -> new() end).

%% There is no table any more.
race_delete_whereis() ->
    race([named_table],
         fun(T) -> ets:delete(T) end,
         fun(_) -> ets:whereis(?NAME) =/= undefined end).

%% There is no table any more.
race_delete_info() -> race([], fun(T) -> ets:delete(T) end, fun(T) -> ets:info(T, size) end).

%% There is no table any more.
race_delete_lookup() -> race([], fun(T) -> ets:delete(T) end, fun(T) -> ets:lookup(T, k) end).

%% There is no table any more.
race_delete_insert() -> race([], fun(T) -> ets:delete(T) end, fun(T) -> ets:insert(T, {k, 1}) end).

%% There is no table any more.
race_delete_select() -> race([], fun(T) -> ets:delete(T) end, fun(T) -> ets:tab2list(T) end).

%% Only one of them finds the table.
race_delete_delete() -> race([], fun(T) -> ets:delete(T) end, fun(T) -> ets:delete(T) end).

%% All tables, with this one or without.
race_delete_all() ->
    race([], fun(T) -> ets:delete(T) end, fun(T) -> lists:member(T, ets:all()) end).

%% A table that is gone has no new name.
race_delete_rename() ->
    race([named_table], fun(T) -> ets:delete(T) end, fun(T) -> ets:rename(T, litmus_other) end).

%% A table that is gone cannot be given away.
race_delete_give_away() ->
    Pid = waiting(),
    Result = race([], fun(T) -> ets:delete(T) end, fun(T) -> ets:give_away(T, Pid, gift) end),
    Pid ! stop,
    Result.

%% The old name before, nothing after.
race_rename_whereis() ->
    race([named_table],
         fun(T) -> ets:rename(T, litmus_other) end,
         fun(_) -> ets:whereis(?NAME) =/= undefined end).

%% Nothing before, the new name after.
race_rename_whereis_new() ->
    race([named_table],
         fun(T) -> ets:rename(T, litmus_other) end,
         fun(_) -> ets:whereis(litmus_other) =/= undefined end).

%% The old name is not good for a look any more.
race_rename_lookup() ->
    race([named_table],
         fun(T) -> ets:rename(T, litmus_other) end,
         fun(_) -> ets:lookup(?NAME, k) end).

%% The old name before, the new one after.
race_rename_info() ->
    race([],
         fun(T) -> ets:rename(T, litmus_other) =:= T end,
         fun(T) -> ets:info(T, name) end).

%% The old name is free when the table has the new one.
race_rename_new() ->
    race([named_table],
         fun(T) -> ets:rename(T, litmus_other) end,
         fun(_) -> new() end).

%% The new name is taken or not yet.
race_rename_new_taken() ->
    race([named_table],
         fun(_) -> ets:rename(?NAME, litmus_other) end,
         fun(_) -> ets:new(litmus_other, [named_table]) end).

%% The second does not find the table by its old name.
race_rename_rename() ->
    race([named_table],
         fun(T) -> ets:rename(T, litmus_other) end,
         fun(T) -> ets:rename(T, litmus_third) end).

%% Two tables and one new name: the second is refused.
race_rename_rename_same_name() ->
    Second = ets:new(litmus_second, [named_table, public]),
    race([named_table],
         fun(T) -> ets:rename(T, litmus_other) end,
         fun(_) -> ets:rename(Second, litmus_other) end).

%% The owner before or after.
race_give_away_owner() ->
    Self = self(),
    Pid = waiting(),
    {_, Owner} = race([],
                      fun(T) -> ets:info(T, owner) =:= Self end,
                      fun(T) -> ets:give_away(T, Pid, gift) end),
    Pid ! stop,
    Owner.

%% Only the owner writes to a protected table.
race_give_away_protected_insert() ->
    Table = ets:new(t, [protected]),
    Child = child(fun() ->
        Mine = attempt(fun() -> ets:insert(Table, {k, 1}) end),
        receive stop -> Mine end
    end),
    ets:give_away(Table, element(1, Child), gift),
    element(1, Child) ! stop,
    answer(Child).

%% Only the owner reads a private table.
race_give_away_private_lookup() ->
    Table = ets:new(t, [private]),
    Child = child(fun() ->
        Mine = attempt(fun() -> ets:lookup(Table, k) end),
        receive stop -> Mine end
    end),
    ets:give_away(Table, element(1, Child), gift),
    element(1, Child) ! stop,
    answer(Child).

%% A table cannot be given to a process that has ended.
race_give_away_end() ->
    Table = ets:new(t, []),
    Pid = spawn(fun() -> ok end),
    attempt(fun() -> ets:give_away(Table, Pid, gift) end).

%% The message of the transfer against a look into the mailbox.
race_give_away_poll() ->
    Self = self(),
    Pid = spawn(fun() -> attempt(fun() -> ets:give_away(ets:new(t, []), Self, gift) end) end),
    receive {'ETS-TRANSFER', _, Pid, Data} -> Data after 0 -> none end.

%% The new owner ends with the table, or before it has it.
race_give_away_end_lookup() ->
    Table = ets:new(t, [public]),
    Pid = spawn(fun() -> receive _ -> ok end end),
    ets:give_away(Table, Pid, gift),
    attempt(fun() -> ets:lookup(Table, k) end).

%% The owner's end deletes the table: a look.
race_owner_end_lookup() -> race_owner_end([], fun(T) -> ets:lookup(T, k) end).

%% The owner's end deletes the table: a write.
race_owner_end_insert() -> race_owner_end([], fun(T) -> ets:insert(T, {k, 1}) end).

%% The owner's end deletes the table: its size.
race_owner_end_info() -> race_owner_end([], fun(T) -> ets:info(T, size) end).

%% The owner's end deletes the table: a selection.
race_owner_end_select() -> race_owner_end([], fun(T) -> ets:tab2list(T) end).

%% The owner's end deletes the table: its deletion.
race_owner_end_delete() -> race_owner_end([], fun(T) -> ets:delete(T) end).

%% The owner's end deletes the table: all tables.
race_owner_end_all() -> race_owner_end([], fun(T) -> lists:member(T, ets:all()) end).

%% The owner's end sets the name free: whereis.
race_owner_end_whereis() ->
    race_owner_end([named_table], fun(_) -> ets:whereis(?NAME) =/= undefined end).

%% The owner's end sets the name free: a new table.
race_owner_end_new() -> race_owner_end([named_table], fun(_) -> new() end).

%% The owner is killed.
race_owner_killed_lookup() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! {table, ets:new(t, [public])}, receive stop -> ok end end),
    Table = receive {table, T} -> T end,
    exit(Pid, kill),
    attempt(fun() -> ets:lookup(Table, k) end).

%% The table is given away before its owner is killed, or goes with it.
race_owner_killed_give_away() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> ets:give_away(ets:new(t, []), Self, gift) end),
    exit(Pid, kill),
    down(Monitor),
    receive {'ETS-TRANSFER', _, _, Data} -> Data after 0 -> none end.

%% The heir has the table after its owner's end: the owner.
race_heir_owner() ->
    Self = self(),
    race_owner_end([{heir, Self, legacy}], fun(T) -> ets:info(T, owner) =:= Self end).

%% The heir may write to its protected table.
race_heir_insert() ->
    Self = self(),
    Pid = spawn(fun() ->
        Self ! {table, ets:new(t, [protected, {heir, Self, legacy}])},
        receive stop -> ok end
    end),
    Table = receive {table, T} -> T end,
    Pid ! stop,
    attempt(fun() -> ets:insert(Table, {k, 1}) end).

%% The message to the heir against a look into the mailbox.
race_heir_poll() ->
    race_owner_end([{heir, self(), legacy}],
                   fun(_) -> receive {'ETS-TRANSFER', _, _, Data} -> Data after 0 -> none end end).

%% The message to the heir against another message.
race_heir_send() ->
    Self = self(),
    spawn(fun() -> ets:new(t, [{heir, Self, legacy}]) end),
    spawn(fun() -> Self ! m end),
    case next() of
        {'ETS-TRANSFER', _, _, Data} -> Data;
        m -> m
    end.

%% Without its heir, the table goes.
race_heir_end() ->
    Table = ets:new(t, [public]),
    Heir = spawn(fun() ->
        receive {'ETS-TRANSFER', _, _, _} -> exit(inherited) after 1 -> ok end
    end),
    ets:setopts(Table, {heir, Heir, legacy}),
    ok.

%% The heir is named in time, or the table goes.
race_setopts_heir_kill() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        Table = ets:new(t, []),
        ets:setopts(Table, {heir, Self, legacy})
    end),
    exit(Pid, kill),
    down(Monitor),
    receive {'ETS-TRANSFER', _, _, Data} -> Data after 0 -> none end.

%% The heir, as ets:info/2 tells it.
race_setopts_heir_info() ->
    Self = self(),
    race([],
         fun(T) -> ets:info(T, heir) =:= Self end,
         fun(T) -> ets:setopts(T, {heir, Self, legacy}) end).

%% A table that becomes private.
race_setopts_protection() ->
    race([],
         fun(T) -> ets:lookup(T, k) end,
         fun(T) -> ets:setopts(T, {protection, private}) end).

%% Whether the table is fixed.
race_safe_fixtable_info() ->
    race([],
         fun(T) -> ets:safe_fixtable(T, true), ets:safe_fixtable(T, false) end,
         fun(T) -> ets:info(T, fixed) end).

%% The end of a process lets go of the table it fixed.
race_safe_fixtable_end() ->
    Table = ets:new(t, [public]),
    Self = self(),
    Pid = spawn(fun() -> ets:safe_fixtable(Table, true), Self ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    Pid ! stop,
    ets:info(Table, fixed).

%% All facts of a table that goes.
race_owner_end_info_1() ->
    race_owner_end([], fun(T) -> ets:info(T) =:= undefined end).

%% The name of the table after its owner's end.
race_owner_end_rename() ->
    race_owner_end([named_table], fun(T) -> ets:rename(T, litmus_other) end).

%% The new owner waits for ever if the table was deleted before.
race_stuck_give_away_delete() ->
    Table = ets:new(t, [public]),
    spawn(fun() -> ets:delete(Table) end),
    Pid = spawn(fun() -> receive {'ETS-TRANSFER', _, _, _} -> ok end end),
    attempt(fun() -> ets:give_away(Table, Pid, gift) end).

%% Two tables without names.
commute_new_new() ->
    spawn(fun() -> ets:new(t, []) end),
    is_reference(ets:new(t, [])).

%% Two tables with names.
commute_new_new_named() ->
    spawn(fun() -> ets:new(litmus_other, [named_table]) end),
    new().

%% Writes to two tables.
commute_insert_insert() ->
    spawn(fun() -> ets:insert(ets:new(t, []), {k, 1}) end),
    ets:insert(ets:new(t, []), {k, 1}).

%% A write to one table and the deletion of another.
commute_insert_delete() ->
    Second = ets:new(t, [public]),
    race([], fun(_) -> ets:delete(Second) end, fun(T) -> ets:insert(T, {k, 1}) end).

%% One key of two tables.
commute_insert_lookup() ->
    Second = ets:new(t, [public]),
    race([], fun(_) -> ets:insert(Second, {k, 1}) end, fun(T) -> ets:lookup(T, k) end).

%% Two readers of a name.
commute_whereis_whereis() ->
    race([named_table],
         fun(_) -> is_reference(ets:whereis(?NAME)) end,
         fun(_) -> is_reference(ets:whereis(?NAME)) end).

%% A write and the name of the table.
commute_insert_whereis() ->
    race([named_table],
         fun(_) -> is_reference(ets:whereis(?NAME)) end,
         fun(T) -> ets:insert(T, {k, 1}) end).

%% A write and the owner of the table.
commute_insert_owner() ->
    race([],
         fun(T) -> is_pid(ets:info(T, owner)) end,
         fun(T) -> ets:insert(T, {k, 1}) end).

%% The table is gone when the 'DOWN' message comes.
commute_owner_end_after_down() ->
    Self = self(),
    {_, Monitor} = spawn_monitor(fun() -> Self ! {table, ets:new(t, [public])} end),
    Table = receive {table, T} -> T end,
    down(Monitor),
    ets:info(Table, size).

%% A gift that is waited for.
commute_give_away_receive() ->
    Self = self(),
    spawn(fun() -> ets:give_away(ets:new(t, []), Self, gift) end),
    receive {'ETS-TRANSFER', Table, _, gift} -> ets:insert(Table, {k, 1}) end.

%% The table of a process that ends, and another table.
commute_owner_end_insert_other() ->
    spawn(fun() -> ets:new(t, []) end),
    ets:insert(ets:new(t, []), {k, 1}).
