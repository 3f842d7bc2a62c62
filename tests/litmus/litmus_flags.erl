%% Process flags against what depends on them.
-module(litmus_flags).
-include("litmus.hrl").

info(Pid, Item) ->
    case process_info(Pid, Item) of
        {Item, Value} -> Value;
        Other -> Other
    end.

%% A child that sets a flag and then waits, while its parent looks.
race_flag(Flag, Value) ->
    Child = {Pid, _} = child(fun() -> process_flag(Flag, Value), receive go -> ok end end),
    Seen = info(Pid, Flag),
    Pid ! go,
    answer(Child),
    Seen.

%% trap_exit in time makes a message of the signal.
race_trap_exit_exit_2() ->
    {Pid, Monitor} = spawn_monitor(fun() ->
        process_flag(trap_exit, true),
        receive {'EXIT', _, Reason} -> exit({trapped, Reason}) end
    end),
    exit(Pid, boom),
    down(Monitor).

%% trap_exit given up in time lets the signal through.
race_trap_exit_false_exit_2() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        process_flag(trap_exit, true),
        Self ! ready,
        process_flag(trap_exit, false),
        receive {'EXIT', _, Reason} -> exit({trapped, Reason}) end
    end),
    receive ready -> ok end,
    exit(Pid, boom),
    down(Monitor).

%% trap_exit in time makes a message of the signal of a link.
race_trap_exit_link() ->
    {_, Monitor} = spawn_monitor(fun() ->
        spawn_link(fun() -> exit(boom) end),
        process_flag(trap_exit, true),
        receive {'EXIT', _, Reason} -> exit({trapped, Reason}) end
    end),
    down(Monitor).

%% trap_exit in time makes a message even of a normal end.
race_trap_exit_link_normal() ->
    spawn_link(fun() -> ok end),
    process_flag(trap_exit, true),
    receive {'EXIT', _, Reason} -> {trapped, Reason} after 5 -> none end.

%% A normal signal is a message to a process that traps exits, and nothing to another.
race_trap_exit_exit_2_normal() ->
    Self = self(),
    Child = child(fun() -> exit(Self, normal) end),
    process_flag(trap_exit, true),
    answer(Child),
    receive {'EXIT', _, Reason} -> {trapped, Reason} after 0 -> none end.

%% Whether the signal ends the process depends on the flag; whether it ended is seen by a third.
race_trap_exit_is_process_alive() ->
    Pid = spawn(fun() -> process_flag(trap_exit, true), receive stop -> ok end end),
    spawn(fun() -> exit(Pid, boom) end),
    Child = child(fun() -> is_process_alive(Pid) end),
    Alive = answer(Child),
    Pid ! stop,
    Alive.

%% The same with a monitor: boom, noproc, or the normal end.
race_trap_exit_monitor() ->
    Pid = spawn(fun() -> process_flag(trap_exit, true), receive stop -> ok end end),
    spawn(fun() -> exit(Pid, boom) end),
    Child = child(fun() -> monitor(process, Pid), receive {'DOWN', _, _, _, R} -> R end end),
    Pid ! stop,
    answer(Child).

%% trap_exit does not help against kill, but what comes before is done.
race_trap_exit_kill() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Self ! process_flag(trap_exit, true) end),
    exit(Pid, kill),
    down(Monitor),
    poll().

%% The flag, seen by another process.
race_trap_exit_process_info() -> race_flag(trap_exit, true).

%% The priority, seen by another process.
race_priority_process_info() -> race_flag(priority, high).

%% Where messages are kept, seen by another process.
race_message_queue_data_process_info() -> race_flag(message_queue_data, off_heap).

%% process_flag/3 of a process that ends.
race_process_flag_3_exit() ->
    Pid = spawn(fun() -> ok end),
    attempt(fun() -> process_flag(Pid, save_calls, 0) end).

%% trap_exit given up in time lets the signal of a link through.
race_trap_exit_false_link() ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> exit(boom) end),
    process_flag(trap_exit, false),
    receive {'EXIT', Pid, Reason} -> {trapped, Reason} after 5 -> none end.

%% With trap_exit it waits for ever, without it ends.
race_stuck_trap_exit() ->
    Pid = spawn(fun() -> process_flag(trap_exit, true), receive never -> ok end end),
    exit(Pid, boom).

%% Flags of two processes.
commute_trap_exit_trap_exit() ->
    spawn(fun() -> process_flag(trap_exit, true) end),
    process_flag(trap_exit, true).

%% A flag and a message to its process.
commute_trap_exit_send() ->
    Self = self(),
    spawn(fun() -> Self ! m end),
    process_flag(trap_exit, true),
    next().

%% The priorities of two processes.
commute_priority_priority() ->
    spawn(fun() -> process_flag(priority, low) end),
    process_flag(priority, low).

%% A flag of one process and a table of another.
commute_trap_exit_ets() ->
    spawn(fun() -> process_flag(trap_exit, true) end),
    ets:insert(ets:new(t, []), {k, 1}).
