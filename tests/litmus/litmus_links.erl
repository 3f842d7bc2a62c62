%% Links: link/1, unlink/1, spawn_link, and the exit signals that go along them.
-module(litmus_links).
-include("litmus.hrl").

%% The next 'EXIT' message, if there is one now.
poll_exit() ->
    receive
        {'EXIT', _, Reason} -> Reason
    after 0 -> none
    end.

next_exit() ->
    receive
        {'EXIT', _, Reason} -> Reason
    end.

links(Pid) ->
    {links, Links} = process_info(Pid, links),
    length(Links).

%% A link to a process that has ended tells noproc, an earlier one the reason.
race_link_exit() ->
    process_flag(trap_exit, true),
    Pid = spawn(fun() -> exit(boom) end),
    link(Pid),
    next_exit().

%% The same with a process that ends normally.
race_link_exit_normal() ->
    process_flag(trap_exit, true),
    Pid = spawn(fun() -> ok end),
    link(Pid),
    next_exit().

%% Without trap_exit, a late link fails and an early one is deadly.
race_link_exit_no_trap() ->
    Pid = spawn(fun() -> exit(boom) end),
    attempt(fun() -> link(Pid) end),
    receive after 5 -> survived end.

%% Without trap_exit, an early link to a process that ends normally does no harm.
race_link_exit_normal_no_trap() ->
    Pid = spawn(fun() -> ok end),
    attempt(fun() -> link(Pid) end).

%% A link against a kill signal to the process that is linked.
race_link_kill() ->
    process_flag(trap_exit, true),
    Pid = waiting(),
    spawn(fun() -> exit(Pid, kill) end),
    link(Pid),
    next_exit().

%% unlink in time saves from the exit signal.
race_unlink_exit() ->
    Pid = spawn_link(fun() -> exit(boom) end),
    unlink(Pid),
    survived.

%% unlink in time keeps the 'EXIT' message away.
race_unlink_exit_trap() ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> exit(boom) end),
    unlink(Pid),
    poll_exit().

%% The other end unlinks before this one ends.
race_unlink_by_other_exit() ->
    Self = self(),
    spawn_link(fun() -> unlink(Self), exit(unlinked) end),
    exit(boom).

%% One end links while the other end unlinks.
race_link_unlink() ->
    Self = self(),
    Pid = spawn(fun() -> unlink(Self), Self ! done, receive stop -> ok end end),
    link(Pid),
    receive done -> ok end,
    Links = links(Self),
    unlink(Pid),
    Pid ! stop,
    Links.

%% One end unlinks while the other end links again.
race_unlink_link() ->
    Self = self(),
    Pid = spawn_link(fun() -> link(Self), Self ! done, receive stop -> ok end end),
    unlink(Pid),
    receive done -> ok end,
    Links = links(Self),
    unlink(Pid),
    Pid ! stop,
    Links.

%% The links of this process change while it looks at them.
race_link_process_info() ->
    Self = self(),
    Child = child(fun() -> link(Self), unlink(Self) end),
    Links = links(Self),
    answer(Child),
    Links.

%% Two linked processes end: the first decides why this one ends.
race_exit_exit() ->
    spawn_link(fun() -> exit(a) end),
    spawn_link(fun() -> exit(b) end),
    receive after infinity -> ok end.

%% Two linked processes end: the order of the 'EXIT' messages.
race_exit_exit_trap() ->
    process_flag(trap_exit, true),
    spawn_link(fun() -> exit(a) end),
    spawn_link(fun() -> exit(b) end),
    First = next_exit(),
    {First, next_exit()}.

%% The exit signal finds the process before or after its next operation.
race_exit_send() ->
    Self = self(),
    {_, Monitor} = spawn_monitor(fun() -> spawn_link(fun() -> exit(boom) end), Self ! m end),
    Reason = down(Monitor),
    {Reason, poll(m)}.

%% A chain of links: the middle ends by itself or by the signal of the last.
race_exit_chain() ->
    process_flag(trap_exit, true),
    spawn_link(fun() -> spawn_link(fun() -> exit(boom) end), exit(by_itself) end),
    next_exit().

%% A linked process ends normally, which changes nothing, or by a signal, which is passed on.
race_exit_normal_exit_2() ->
    {_, Monitor} = spawn_monitor(fun() ->
        {Pid, _} = spawn_monitor(fun next/0),
        link(Pid),
        Pid ! stop,
        exit(Pid, boom),
        receive {'DOWN', _, _, _, _} -> ok end
    end),
    down(Monitor).

%% A signal along a link against one of exit/2.
race_exit_signal_exit_2() ->
    Self = self(),
    spawn_link(fun() -> exit(a) end),
    spawn(fun() -> exit(Self, b) end),
    receive after infinity -> ok end.

%% The end of a linked process takes the link away.
race_exit_process_info() ->
    spawn_link(fun() -> ok end),
    links(self()).

%% A process that waits is ended by its link, or waits for ever if there is none.
race_stuck_unlink() ->
    Self = self(),
    Pid = spawn(fun() -> attempt(fun() -> link(Self) end), receive never -> ok end end),
    unlink(Pid),
    exit(boom).

%% Links within two pairs.
commute_link_link() ->
    spawn(fun link_and_unlink/0),
    link_and_unlink().

link_and_unlink() ->
    Pid = waiting(),
    link(Pid),
    unlink(Pid),
    Pid ! stop.

%% A link to a process that ends after its signal was taken.
commute_link_and_end() ->
    process_flag(trap_exit, true),
    Pid = waiting(),
    link(Pid),
    Pid ! stop,
    next_exit().

%% unlink of a process that was never linked, and an operation of that process.
commute_unlink_unlinked() ->
    Pid = spawn(fun() -> receive hello -> ok end, receive stop -> ok end end),
    Child = child(fun() -> Pid ! hello end),
    unlink(Pid),
    answer(Child),
    Pid ! stop.

%% Signals to two processes.
commute_exit_signals_to_two() ->
    spawn(fun() -> trapped_exit(a) end),
    trapped_exit(b).

trapped_exit(Reason) ->
    process_flag(trap_exit, true),
    spawn_link(fun() -> exit(Reason) end),
    next_exit().

%% The end of a linked process takes the link away: seen from a third process.
race_exit_process_info_other() ->
    Self = self(),
    Pid = spawn(fun() ->
        Linked = spawn_link(fun() -> receive stop -> ok end end),
        Self ! {linked, Linked},
        receive stop -> ok end
    end),
    Linked = receive {linked, P} -> P end,
    Linked ! stop,
    Links = links(Pid),
    Pid ! stop,
    Links.

%% Linked processes that end normally do not notice each other's end, whoever is first.
commute_normal_ends_of_linked() ->
    [spawn_link(fun() -> ok end) || _ <- [1, 2, 3]],
    ok.

%% The same after a message: what the parent does with it does not depend on the end.
commute_observed_normal_end_after_answer() ->
    Self = self(),
    Tags = [begin Tag = make_ref(), spawn_link(fun() -> Self ! Tag end), Tag end || _ <- [1, 2]],
    [receive Tag -> ok end || Tag <- Tags].

%% But who looks at the links sees whether one has ended.
race_normal_end_of_linked_process_info() ->
    spawn_link(fun() -> ok end),
    {links, Links} = process_info(self(), links),
    length(Links).

%% The flag decides, also for a normal end.
race_normal_end_of_linked_trap_exit() ->
    spawn_link(fun() -> ok end),
    process_flag(trap_exit, true),
    receive {'EXIT', _, Reason} -> Reason after 0 -> none end.

%% A process that ends normally: whether its link was over by then shows only to those who trap exits.
commute_unlink_normal_end() ->
    unlink(spawn_link(fun() -> ok end)).

%% Both ends unlink.
commute_unlink_unlink() ->
    Self = self(),
    unlink(spawn_link(fun() -> unlink(Self) end)).

%% It shows, too, to whoever asks for the links.
race_unlink_links() ->
    Self = self(),
    Pid = spawn_link(fun() -> unlink(Self), receive stop -> ok end end),
    {links, Links} = process_info(self(), links),
    Pid ! stop,
    length(Links).

%% A normal end does as well.
race_normal_end_links() ->
    spawn_link(fun() -> ok end),
    {links, Links} = process_info(self(), links),
    length(Links).

%% Linked already: until the exit signal has come, the link is there, and the second one is nothing new.
race_link_again_exit() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(boom) end),
    link(P),
    First = next(),
    Second = poll(),
    {element(3, First), Second =/= none andalso element(3, Second)}.

%% The same of one that does not trap exits: true, or it dies.
race_link_again_dies() ->
    {_, Monitor} = spawn_monitor(fun() ->
        P = spawn_link(fun() -> exit(boom) end),
        exit({linked, attempt(fun() -> link(P) end)})
    end),
    down(Monitor).
