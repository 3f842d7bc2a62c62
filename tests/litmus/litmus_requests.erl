%% Requests to link, unlink, monitor and demonitor, where signals take their time.
-module(litmus_requests).
-include("litmus.hrl").

links() ->
    {links, Links} = process_info(self(), links),
    length(Links).

monitored_by() ->
    {monitored_by, Owners} = process_info(self(), monitored_by),
    length(Owners).

%% A process that says what Look returns when somebody tells it to; then it waits.
looker(Look) ->
    Parent = self(),
    spawn(fun() ->
        receive look -> ok end,
        Parent ! {seen, Look()},
        receive stop -> ok end
    end).

%% A third process tells the looker, so that its message may overtake what the first one sent before.
through_another(F) ->
    Other = spawn(fun() -> receive go -> F() end end),
    Other ! go.

seen(Pid) ->
    receive
        {seen, What} -> Pid ! stop, What
    end.

%% The request to monitor is overtaken by the deadly signal of another process.
delayed_monitor_exit() ->
    Pid = waiting(),
    Monitor = monitor(process, Pid),
    through_another(fun() -> exit(Pid, boom) end),
    down(Monitor).

%% The same of a request to link.
delayed_link_exit() ->
    process_flag(trap_exit, true),
    Pid = waiting(),
    link(Pid),
    through_another(fun() -> exit(Pid, boom) end),
    receive {'EXIT', Pid, Reason} -> Reason end.

%% Without trap_exit, the answer is deadly too.
delayed_link_exit_no_trap() ->
    Pid = waiting(),
    link(Pid),
    through_another(fun() -> exit(Pid, boom) end),
    receive after infinity -> ok end.

%% A process that knows of the link by another one may not have it yet.
delayed_link_look() ->
    Pid = looker(fun links/0),
    link(Pid),
    through_another(fun() -> Pid ! look end),
    seen(Pid).

%% It may still have a link that has ended for the other one.
delayed_unlink_look() ->
    Pid = looker(fun links/0),
    link(Pid),
    true = is_process_alive(Pid),
    unlink(Pid),
    through_another(fun() -> Pid ! look end),
    seen(Pid).

%% The end of a process that has unlinked in time harms nobody; that of the other one does not
%% either, whether it knows or not.
same_unlink_exit() ->
    process_flag(trap_exit, true),
    Pid = waiting(),
    link(Pid),
    unlink(Pid),
    exit(Pid, boom),
    false = is_process_alive(Pid),
    poll().

%% An exit signal along the link that was made anew: of the old link, of the new one, or noproc.
delayed_unlink_link_exit() ->
    process_flag(trap_exit, true),
    Pid = waiting(),
    link(Pid),
    unlink(Pid),
    link(Pid),
    through_another(fun() -> exit(Pid, boom) end),
    receive {'EXIT', Pid, Reason} -> Reason end.

%% Both ends agree in the end, whatever crosses.
race_link_crosses_unlink() ->
    Self = self(),
    Pid = spawn(fun() ->
        link(Self),
        Self ! linked,
        receive unlinked -> ok end,
        Self ! {seen, links()},
        receive stop -> ok end
    end),
    link(Pid),
    unlink(Pid),
    Pid ! unlinked,
    receive linked -> ok end,
    Theirs = receive {seen, N} -> N end,
    Ours = links(),
    unlink(Pid),
    Pid ! stop,
    {Ours, Theirs}.

%% One end unlinks, the other one makes the link anew.
race_unlink_crosses_relink() ->
    Self = self(),
    Pid = spawn_link(fun() ->
        unlink(Self),
        link(Self),
        Self ! linked,
        receive unlinked -> ok end,
        Self ! {seen, links()},
        receive stop -> ok end
    end),
    unlink(Pid),
    Pid ! unlinked,
    receive linked -> ok end,
    Theirs = receive {seen, N} -> N end,
    Ours = links(),
    unlink(Pid),
    Pid ! stop,
    {Ours, Theirs}.

%% A process that is monitored may not know it yet.
delayed_monitor_look() ->
    Pid = looker(fun monitored_by/0),
    monitor(process, Pid),
    through_another(fun() -> Pid ! look end),
    seen(Pid).

%% Nor that it is no longer.
delayed_demonitor_look() ->
    Pid = looker(fun monitored_by/0),
    Monitor = monitor(process, Pid),
    true = is_process_alive(Pid),
    demonitor(Monitor),
    through_another(fun() -> Pid ! look end),
    seen(Pid).

%% The last message of a process comes before the answer that it is dead.
same_message_before_noproc() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! last end),
    monitor(process, Pid),
    next().

%% What a process has sent arrives before it looks at the receiver.
same_exit_before_look() ->
    Pid = waiting(),
    exit(Pid, kill),
    is_process_alive(Pid).

same_link_before_look() ->
    Pid = waiting(),
    link(Pid),
    {links, Links} = process_info(Pid, links),
    Pid ! stop,
    length(Links).

%% A process that is killed had not sent what its death tells others: it may as well have looked
%% before.
race_look_killed() ->
    Self = self(),
    process_flag(trap_exit, true),
    spawn_link(fun() -> exit({looked, process_info(Self, monitored_by)}) end),
    exit(boom).

%% Two requests of different processes arrive in any order.
commute_two_monitors() ->
    Pid = waiting(),
    Other = child(fun() -> is_reference(monitor(process, Pid)) end),
    monitor(process, Pid),
    true = answer(Other),
    Pid ! stop.
