%% Suspension: suspend_process and resume_process against what the suspended process does, and what
%% others do to it or see of it.
-module(litmus_suspend).
-include("litmus.hrl").

status(Pid) ->
    case process_info(Pid, status) of
        {status, suspended} -> suspended;
        {status, _} -> other;
        undefined -> undefined
    end.

%% The send is in time, or comes when the process is resumed.
race_suspend_send() ->
    Self = self(),
    P = spawn(fun() -> Self ! m, receive stop -> ok end end),
    erlang:suspend_process(P),
    Seen = poll(m),
    erlang:resume_process(P),
    P ! stop,
    Seen.

%% A receive takes its message before the process is suspended, or after.
race_suspend_receive() ->
    T = ets:new(t, [public]),
    P = spawn(fun() -> receive M -> ets:insert(T, {k, M}) end end),
    P ! m,
    erlang:suspend_process(P),
    Seen = ets:lookup(T, k),
    erlang:resume_process(P),
    Seen.

%% The timeout of a receive, likewise.
race_suspend_timeout() ->
    T = ets:new(t, [public]),
    P = spawn(fun() -> receive after 5 -> ets:insert(T, {k, 1}) end end),
    erlang:suspend_process(P),
    Seen = ets:lookup(T, k),
    erlang:resume_process(P),
    Seen.

%% The message is there when the receive of a suspended process goes on, unless it timed out before.
race_suspend_timed_receive() ->
    Self = self(),
    P = spawn(fun() -> Self ! receive m -> in_time after 5 -> too_late end end),
    erlang:suspend_process(P),
    P ! m,
    erlang:resume_process(P),
    next().

%% Who is dead cannot be suspended.
race_suspend_exit() ->
    P = spawn(fun() -> ok end),
    attempt(fun() -> erlang:suspend_process(P) end).

%% It cannot be resumed either.
race_resume_kill() ->
    P = waiting(),
    erlang:suspend_process(P),
    spawn(fun() -> exit(P, kill) end),
    attempt(fun() -> erlang:resume_process(P) end).

%% A kill reaches a suspended process; what it still does, it does before or after.
race_suspend_kill() ->
    Self = self(),
    P = spawn(fun() -> Self ! m end),
    erlang:suspend_process(P),
    spawn(fun() -> exit(P, kill) end),
    erlang:resume_process(P),
    receive m -> sent after 5 -> nothing end.

%% Two that suspend it: it goes on when both have resumed it.
race_suspend_suspend() ->
    Self = self(),
    P = spawn(fun() -> Self ! m, receive stop -> ok end end),
    erlang:suspend_process(P),
    C = child(fun() -> erlang:suspend_process(P), poll(), erlang:resume_process(P) end),
    erlang:resume_process(P),
    Seen = poll(m),
    answer(C),
    P ! stop,
    Seen.

%% The death of the suspender resumes.
race_suspender_exit() ->
    Self = self(),
    P = spawn(fun() -> receive go -> Self ! m end end),
    spawn(fun() -> erlang:suspend_process(P) end),
    P ! go,
    {poll(m), status(P)}.

%% The same of a suspender that is killed.
race_suspender_kill() ->
    P = waiting(),
    S = spawn(fun() -> erlang:suspend_process(P), receive never -> ok end end),
    exit(S, kill),
    Seen = status(P),
    P ! stop,
    Seen.

%% A third process sees whether it is suspended.
race_suspend_process_info() ->
    P = waiting(),
    C = child(fun() -> status(P) end),
    erlang:suspend_process(P),
    erlang:resume_process(P),
    answer(C).

%% Whom a process suspends, seen by another one.
race_suspending_process_info() ->
    P = waiting(),
    Self = self(),
    C = child(fun() -> {suspending, L} = process_info(Self, suspending), [N || {_, N, 0} <- L] end),
    erlang:suspend_process(P),
    erlang:suspend_process(P),
    answer(C).

%% The suspended one dies meanwhile, and is not suspended any more.
race_suspending_exit() ->
    P = spawn(fun() -> receive stop -> ok end end),
    erlang:suspend_process(P),
    spawn(fun() -> exit(P, boom) end),
    {suspending, L} = process_info(self(), suspending),
    length(L).

%% It does not wait until the other one is suspended; its answer comes at some time.
race_suspend_asynchronous() ->
    Self = self(),
    P = spawn(fun() -> Self ! m, receive stop -> ok end end),
    erlang:suspend_process(P, [{asynchronous, tag}]),
    First = next(),
    erlang:resume_process(P),
    First.

%% The end of the process, seen by the answer.
race_suspend_asynchronous_exit() ->
    P = spawn(fun() -> ok end),
    erlang:suspend_process(P, [{asynchronous, tag}]),
    case next() of {tag, badarg} -> dead; {tag, exited} -> dead; {tag, suspended} -> suspended end.

%% Two that suspend each other wait for ever, unless one is done before.
race_stuck_suspend_each_other() ->
    Self = self(),
    P = spawn(fun() -> erlang:suspend_process(Self), erlang:resume_process(Self) end),
    attempt(fun() -> erlang:suspend_process(P), erlang:resume_process(P) end).

%% Without a resume nobody wakes it.
race_stuck_suspended() ->
    Self = self(),
    P = spawn(fun() -> Self ! m end),
    spawn(fun() -> erlang:suspend_process(P), receive never -> ok end end),
    next().

%% A message to a suspended process changes nothing for who suspends.
commute_suspended_send() ->
    P = waiting(),
    erlang:suspend_process(P),
    spawn(fun() -> P ! stop end),
    self().

%% The suspensions of two processes.
commute_suspend_others() ->
    P = waiting(),
    Q = waiting(),
    C = child(fun() -> erlang:suspend_process(P), erlang:resume_process(P) end),
    erlang:suspend_process(Q),
    erlang:resume_process(Q),
    answer(C).

%% What was sent before arrives before.
same_send_suspend() ->
    P = spawn(fun() -> receive m -> receive stop -> ok end after 5 -> ok end end),
    P ! m,
    attempt(fun() -> erlang:suspend_process(P), erlang:resume_process(P) end),
    element(2, process_info(P, message_queue_len)).

%% Whom a process suspends, seen by the one whom it does: that is, too late or not at all.
race_suspending_self() ->
    Self = self(),
    P = spawn(fun() -> erlang:suspend_process(Self), receive after 5 -> erlang:resume_process(Self) end end),
    case process_info(P, suspending) of
        {suspending, L} -> length(L);
        undefined -> dead
    end.
