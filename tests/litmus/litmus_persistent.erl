%% Persistent terms. Each program ends with the keys it found.
-module(litmus_persistent).
-include("litmus.hrl").

-define(KEY, litmus_key).

race(Start, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    [persistent_term:put(?KEY, Value) || Value <- Start],
    C = child(fun() -> attempt(Child) end),
    Mine = attempt(Own),
    Theirs = answer(C),
    Last = persistent_term:get(?KEY, none),
    persistent_term:erase(?KEY),
    {Mine, Theirs, Last}.

store(Value) -> fun() -> persistent_term:put(?KEY, Value) end.
fetch() -> fun() -> persistent_term:get(?KEY, none) end.
drop() -> fun() -> persistent_term:erase(?KEY) end.

%% Nothing before, the value after.
race_put_get() -> race([], store(1), fetch()).

%% One value before, another after.
race_put_again_get() -> race([0], store(1), fetch()).

%% get/1 fails without a value.
race_put_get_1() -> race([], store(1), fun() -> persistent_term:get(?KEY) end).

%% The last value stays.
race_put_put() -> race([], store(1), store(2)).

%% The value is erased, or comes after.
race_put_erase() -> race([], store(1), drop()).

%% The value before, nothing after.
race_erase_get() -> race([1], drop(), fetch()).

%% Only one of them erases.
race_erase_erase() -> race([1], drop(), drop()).

%% All persistent terms.
race_put_get_0() -> race([], store(1), fun() -> lists:keyfind(?KEY, 1, persistent_term:get()) end).

%% All persistent terms, with this one or without.
race_erase_get_0() -> race([1], drop(), fun() -> lists:keyfind(?KEY, 1, persistent_term:get()) end).

%% The number of persistent terms.
race_put_info() ->
    #{count := Before} = persistent_term:info(),
    race([], store(1), fun() -> #{count := Count} = persistent_term:info(), Count - Before end).

%% The value is checked first, but then the other puts its own.
race_check_then_put() ->
    Put = fun(Value) ->
        fun() ->
            persistent_term:get(?KEY, none) =:= none andalso persistent_term:put(?KEY, Value)
        end
    end,
    race([], Put(1), Put(2)).

%% Two keys.
commute_put_put() ->
    Result = race([], store(1), fun() -> persistent_term:put(litmus_other, 2) end),
    persistent_term:erase(litmus_other),
    Result.

%% Two readers.
commute_get_get() -> race([1], fetch(), fetch()).

%% A key is put, and another is asked for.
commute_put_get_other() -> race([], store(1), fun() -> persistent_term:get(litmus_other, none) end).

%% A key is erased, and another is asked for.
commute_erase_get_other() ->
    race([1], drop(), fun() -> persistent_term:get(litmus_other, none) end).
