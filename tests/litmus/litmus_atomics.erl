%% atomics and counters: the words of one array.
-module(litmus_atomics).
-include("litmus.hrl").

race(First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Ref = atomics:new(2, []),
    C = child(fun() -> Child(Ref) end),
    Mine = Own(Ref),
    Theirs = answer(C),
    {Mine, Theirs, atomics:get(Ref, 1)}.

race_counters(First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Ref = counters:new(2, [atomics]),
    C = child(fun() -> Child(Ref) end),
    Mine = Own(Ref),
    Theirs = answer(C),
    {Mine, Theirs, counters:get(Ref, 1)}.

%% Two words, of which nobody reads the first afterwards.
unread(First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    Ref = atomics:new(2, []),
    C = child(fun() -> Child(Ref) end),
    Own(Ref),
    answer(C).

read(I) -> fun(Ref) -> atomics:get(Ref, I) end.
write(I, Value) -> fun(Ref) -> atomics:put(Ref, I, Value) end.
add(I) -> fun(Ref) -> atomics:add(Ref, I, 1) end.
add_get(I) -> fun(Ref) -> atomics:add_get(Ref, I, 1) end.
exchange(I, Value) -> fun(Ref) -> atomics:exchange(Ref, I, Value) end.
compare(I, Old, New) -> fun(Ref) -> atomics:compare_exchange(Ref, I, Old, New) end.

%% The value before or after.
race_put_get() -> race(write(1, 5), read(1)).

%% The last value stays.
race_put_put() -> race(write(1, 5), write(1, 6)).

%% The sum is overwritten or starts from the value.
race_put_add() -> race(write(1, 5), add(1)).

%% The sum that is returned.
race_put_add_get() -> race(write(1, 5), add_get(1)).

%% The value that is exchanged.
race_put_exchange() -> race(write(1, 5), exchange(1, 6)).

%% The comparison with the old value.
race_put_compare_exchange() -> race(write(1, 5), compare(1, 0, 6)).

%% The value before or after.
race_add_get() -> race(add(1), read(1)).

%% The sum that is returned.
race_add_add_get() -> race(add(1), add_get(1)).

%% Each sum is different.
race_add_get_add_get() -> race(add_get(1), add_get(1)).

%% The value that is exchanged.
race_add_exchange() -> race(add(1), exchange(1, 6)).

%% The comparison with the old value.
race_add_compare_exchange() -> race(add(1), compare(1, 0, 6)).

%% Subtraction.
race_sub_get() -> race(fun(Ref) -> atomics:sub(Ref, 1, 1) end, read(1)).

%% Subtraction with its result.
race_sub_get_add_get() -> race(fun(Ref) -> atomics:sub_get(Ref, 1, 1) end, add_get(1)).

%% The value before or after.
race_exchange_get() -> race(exchange(1, 5), read(1)).

%% Each gets the value of the other, or the first one.
race_exchange_exchange() -> race(exchange(1, 5), exchange(1, 6)).

%% The comparison with the old value.
race_exchange_compare_exchange() -> race(exchange(1, 5), compare(1, 0, 6)).

%% The value before or after.
race_compare_exchange_get() -> race(compare(1, 0, 5), read(1)).

%% One of them succeeds.
race_compare_exchange_compare_exchange() -> race(compare(1, 0, 5), compare(1, 0, 6)).

%% The second succeeds only after the first.
race_compare_exchange_chain() -> race(compare(1, 0, 5), compare(1, 5, 6)).

%% Reading, adding and writing is not adding: one update may be lost.
race_lost_update() ->
    Add = fun(Ref) -> Value = atomics:get(Ref, 1), atomics:put(Ref, 1, Value + 1) end,
    race(Add, Add).

%% Each writes its own word and reads the other's.
race_store_buffering() ->
    race(fun(Ref) -> atomics:put(Ref, 1, 1), atomics:get(Ref, 2) end,
         fun(Ref) -> atomics:put(Ref, 2, 1), atomics:get(Ref, 1) end).

%% The value is seen, but not yet the flag, or both, or none.
race_message_passing() ->
    race(fun(Ref) -> atomics:put(Ref, 1, 1), atomics:put(Ref, 2, 1) end,
         fun(Ref) -> Flag = atomics:get(Ref, 2), {Flag, atomics:get(Ref, 1)} end).

%% counters: the value before or after.
race_counters_add_get() ->
    race_counters(fun(Ref) -> counters:add(Ref, 1, 1) end, fun(Ref) -> counters:get(Ref, 1) end).

%% counters: the value before or after.
race_counters_sub_get() ->
    race_counters(fun(Ref) -> counters:sub(Ref, 1, 1) end, fun(Ref) -> counters:get(Ref, 1) end).

%% counters: the value before or after.
race_counters_put_get() ->
    race_counters(fun(Ref) -> counters:put(Ref, 1, 5) end, fun(Ref) -> counters:get(Ref, 1) end).

%% counters: the sum is overwritten or starts from the value.
race_counters_put_add() ->
    race_counters(fun(Ref) -> counters:put(Ref, 1, 5) end, fun(Ref) -> counters:add(Ref, 1, 1) end).

%% counters: the last value stays.
race_counters_put_put() ->
    race_counters(fun(Ref) -> counters:put(Ref, 1, 5) end, fun(Ref) -> counters:put(Ref, 1, 6) end).

%% counters with write_concurrency are counters.
race_counters_write_concurrency() ->
    Ref = counters:new(1, [write_concurrency]),
    Child = child(fun() -> counters:add(Ref, 1, 1) end),
    Seen = counters:get(Ref, 1),
    answer(Child),
    Seen.

%% Two readers.
commute_get_get() -> race(read(1), read(1)).

%% Two words.
commute_put_put() -> race(write(1, 5), write(2, 6)).

%% Two words, one of them read.
commute_put_get_other() -> race(write(1, 5), read(2)).

%% Two words that are added to.
commute_add_get_two() -> race(add_get(1), add_get(2)).

%% Two sums without results: addition commutes.
commute_add_add() -> race(add(1), add(1)).

%% Two arrays.
commute_two_arrays() ->
    spawn(fun() -> atomics:put(atomics:new(1, []), 1, 5) end),
    atomics:put(atomics:new(1, []), 1, 6).

%% Two words of counters.
commute_counters_add_two() ->
    race_counters(fun(Ref) -> counters:add(Ref, 1, 1) end, fun(Ref) -> counters:add(Ref, 2, 1) end).

%% Two readers of counters.
commute_counters_get_get() ->
    race_counters(fun(Ref) -> counters:get(Ref, 1) end, fun(Ref) -> counters:get(Ref, 1) end).
