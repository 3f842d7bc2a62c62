%% Flags of the system and who is told of its events, against looks at them and new processes.
-module(litmus_system).
-include("litmus.hrl").

%% The two happen; then the flag is as it was.
race(Flag, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    C = child(fun() -> attempt(Child) end),
    Mine = attempt(Own),
    Theirs = answer(C),
    {_, Value} = erlang:system_info(Flag),
    {Mine, Theirs, Value}.
sets(Flag, Value) -> fun() -> erlang:system_flag(Flag, Value) end.

%% The last one stays, and each gets what was there before.
race_set_set() -> race(fullsweep_after, sets(fullsweep_after, 1), sets(fullsweep_after, 2)).

%% The look finds the old or the new one.
race_set_info() -> race(min_heap_size, sets(min_heap_size, 500), fun() -> erlang:system_info(min_heap_size) end).

%% A process begins with the flag of its time.
race_set_spawn() ->
    race(min_heap_size, sets(min_heap_size, 500),
         fun() -> P = waiting(), {_, Size} = process_info(P, min_heap_size), P ! stop, Size end).

%% What a process sets of its own does not matter for others.
commute_own_flags() ->
    C = child(fun() -> process_flag(min_heap_size, 500) end),
    {process_flag(min_heap_size, 1000), answer(C)}.

%% Who is told of events.
race_monitor_look() ->
    Self = self(),
    C = child(fun() -> erlang:system_monitor() =:= undefined end),
    erlang:system_monitor(Self, [busy_port]),
    answer(C).

%% Nobody is, once the process is dead.
race_monitor_exit() ->
    P = waiting(),
    erlang:system_monitor(P, [busy_port]),
    C = child(fun() -> P ! stop end),
    Seen = erlang:system_monitor() =:= undefined,
    answer(C),
    Seen.

%% Who has switched it on is dead: it is off.
race_wall_time_exit() ->
    spawn(fun() -> erlang:system_flag(scheduler_wall_time, true) end),
    erlang:statistics(scheduler_wall_time) =:= undefined.

%% A trace is asked for of a process that ends.
race_trace_info_exit() ->
    P = spawn(fun() -> ok end),
    erlang:trace_info(P, flags).

%% Nothing is on its way.
commute_observed_trace_delivered() ->
    C = child(fun() -> ok end),
    Ref = erlang:trace_delivered(all),
    receive {trace_delivered, all, Ref} -> answer(C) end.
