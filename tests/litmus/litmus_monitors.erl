%% Monitors: monitor/2,3, demonitor/1,2, and the 'DOWN' messages.
-module(litmus_monitors).
-include("litmus.hrl").

poll_down() ->
    receive
        {'DOWN', _, process, _, Reason} -> Reason
    after 0 -> none
    end.

next_down() ->
    receive
        {'DOWN', _, process, _, Reason} -> Reason
    end.

%% A monitor on a process that has ended tells noproc, an earlier one the reason.
race_monitor_exit() ->
    Pid = spawn(fun() -> exit(boom) end),
    Monitor = monitor(process, Pid),
    down(Monitor).

%% The same with a normal end.
race_monitor_exit_normal() ->
    Pid = spawn(fun() -> ok end),
    Monitor = monitor(process, Pid),
    down(Monitor).

%% A monitor against a kill signal.
race_monitor_kill() ->
    Pid = waiting(),
    spawn(fun() -> exit(Pid, kill) end),
    down(monitor(process, Pid)).

%% A monitor with its own tag.
race_monitor_tag_exit() ->
    Pid = spawn(fun() -> exit(boom) end),
    Monitor = monitor(process, Pid, [{tag, gone}]),
    receive {gone, Monitor, process, Pid, Reason} -> Reason end.

%% demonitor in time keeps the 'DOWN' message away.
race_demonitor_exit() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    demonitor(Monitor),
    poll_down().

%% demonitor tells whether it was in time.
race_demonitor_info_exit() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    demonitor(Monitor, [info]).

%% With flush, it tells, and the message is gone in any case.
race_demonitor_flush_info_exit() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    InTime = demonitor(Monitor, [flush, info]),
    {InTime, poll_down()}.

%% The 'DOWN' message against the look into the mailbox.
race_down_poll() ->
    spawn_monitor(fun() -> exit(boom) end),
    poll_down().

%% The 'DOWN' message against the timeout.
race_down_timeout() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    receive {'DOWN', Monitor, _, _, Reason} -> Reason after 1 -> timeout end.

%% Two processes end: the order of the 'DOWN' messages.
race_down_down() ->
    spawn_monitor(fun() -> exit(a) end),
    spawn_monitor(fun() -> exit(b) end),
    First = next_down(),
    {First, next_down()}.

%% A 'DOWN' message against an 'EXIT' message.
race_down_exit_message() ->
    process_flag(trap_exit, true),
    spawn_monitor(fun() -> exit(a) end),
    spawn_link(fun() -> exit(b) end),
    element(1, next()).

%% The message of the process that ended comes first, that of another may not.
race_down_message() ->
    Self = self(),
    {_, Monitor} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> Self ! m end),
    down(Monitor),
    poll(m).

%% spawn_monitor: the end by itself against the end by a signal.
race_spawn_monitor_kill() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    exit(Pid, kill),
    down(Monitor).

%% Who is monitored, seen from another process.
race_monitor_process_info() ->
    Self = self(),
    Child = child(fun() -> Monitor = monitor(process, Self), demonitor(Monitor) end),
    {monitored_by, Monitors} = process_info(Self, monitored_by),
    answer(Child),
    length(Monitors).

%% What a process monitors, seen from another process.
race_demonitor_process_info() ->
    Self = self(),
    Child = {Pid, _} = child(fun() ->
        Monitor = monitor(process, Self),
        demonitor(Monitor),
        receive go -> ok end
    end),
    {monitors, Monitors} = process_info(Pid, monitors),
    Pid ! go,
    answer(Child),
    length(Monitors).

%% The end of the monitored process takes the monitor away.
race_exit_process_info() ->
    spawn_monitor(fun() -> ok end),
    {monitors, Monitors} = process_info(self(), monitors),
    length(Monitors).

%% Two monitors of one process: one is set in time, the other perhaps not.
race_monitor_monitor_exit() ->
    Pid = waiting(),
    Child = child(fun() -> down(monitor(process, Pid)) end),
    Monitor = monitor(process, Pid),
    Pid ! stop,
    Mine = down(Monitor),
    {Mine, answer(Child)}.

%% The watcher ends before or after the watched: it sees the reason or nothing.
race_watcher_exit() ->
    Watched = spawn(fun() -> receive after 1 -> exit(boom) end end),
    {Watcher, Monitor} = spawn_monitor(fun() -> exit(down(monitor(process, Watched))) end),
    exit(Watcher, enough),
    down(Monitor).

%% Without the 'DOWN' message it would wait for ever.
race_stuck_demonitor() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    demonitor(Monitor),
    next_down().

%% Monitors of two processes.
commute_monitor_monitor() ->
    spawn(fun monitored_stop/0),
    monitored_stop().

monitored_stop() ->
    {Pid, Monitor} = spawn_monitor(fun next/0),
    Pid ! stop,
    down(Monitor).

%% Two monitors of one process that goes on.
commute_monitor_same_process() ->
    Pid = waiting(),
    Child = child(fun() -> demonitor(monitor(process, Pid)) end),
    demonitor(monitor(process, Pid)),
    answer(Child),
    Pid ! stop.

%% A monitor on a process and a message to it.
commute_monitor_send() ->
    Pid = spawn(fun() -> receive hello -> ok end, receive stop -> ok end end),
    Child = child(fun() -> Pid ! hello end),
    demonitor(monitor(process, Pid)),
    answer(Child),
    Pid ! stop.

%% A monitor by the process itself: nobody hears of it.
commute_monitor_self() ->
    spawn(fun() -> demonitor(monitor(process, self())) end),
    demonitor(monitor(process, self())).

%% Three processes in a row, each woken by the end of the one before.
commute_down_row() ->
    {_, First} = spawn_monitor(fun() -> {_, Next} = spawn_monitor(fun() -> ok end), down(Next) end),
    down(First).

%% The end of the monitored process takes the monitor away: seen from a third process.
race_exit_process_info_other() ->
    Watched = waiting(),
    Self = self(),
    Watcher = spawn(fun() ->
        monitor(process, Watched),
        Self ! ready,
        receive stop -> ok end
    end),
    receive ready -> ok end,
    Watched ! stop,
    {monitors, Monitors} = process_info(Watcher, monitors),
    Watcher ! stop,
    length(Monitors).

%% The end of the watcher takes its monitor away.
race_watcher_end_process_info() ->
    Self = self(),
    Watcher = spawn(fun() -> monitor(process, Self), Self ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    Watcher ! stop,
    {monitored_by, Watchers} = process_info(Self, monitored_by),
    length(Watchers).

%% With flush, nobody can tell whether the message came before.
commute_observed_demonitor_flush_exit() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(normal) end),
    demonitor(Monitor, [flush]),
    poll().

%% The same for several, and whatever is received later.
commute_observed_demonitor_flush_exits() ->
    Monitors = [element(2, spawn_monitor(fun() -> ok end)) || _ <- [1, 2, 3]],
    [demonitor(Monitor, [flush]) || Monitor <- Monitors],
    self() ! last,
    next().

%% A call: request, answer, end of the monitor; the server ends.
commute_observed_call_and_end() ->
    [begin
         Pid = spawn(fun() -> receive {From, Tag} -> From ! {Tag, ok} end end),
         Monitor = monitor(process, Pid, [{alias, demonitor}]),
         Pid ! {Monitor, Monitor},
         receive {Monitor, Answer} -> demonitor(Monitor, [flush]), Answer end
     end || _ <- [1, 2, 3]].

%% Between the two, a receive can tell.
race_down_poll_demonitor_flush() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    Before = poll_down(),
    demonitor(Monitor, [flush]),
    {Before, poll_down()}.

%% And so can a look into the mailbox.
race_down_message_queue_len_demonitor_flush() ->
    {_, Monitor} = spawn_monitor(fun() -> exit(boom) end),
    Before = process_info(self(), message_queue_len),
    demonitor(Monitor, [flush]),
    {Before, poll()}.

%% One monitor that was flushed, one that was not.
race_flushed_and_kept() ->
    {_, First} = spawn_monitor(fun() -> exit(first) end),
    {_, Second} = spawn_monitor(fun() -> exit(second) end),
    demonitor(First, [flush]),
    demonitor(Second),
    poll_down().

%% Who is monitored sees that a monitor has ended.
race_demonitor_flush_monitored_by() ->
    Self = self(),
    Pid = waiting(),
    Monitor = monitor(process, Pid),
    Child = child(fun() -> {monitored_by, L} = process_info(Pid, monitored_by),
                           lists:member(Self, L) end),
    demonitor(Monitor, [flush]),
    Answer = answer(Child),
    Pid ! stop,
    Answer.
