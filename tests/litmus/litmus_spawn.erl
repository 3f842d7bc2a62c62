%% The start of processes, against what sees it.
-module(litmus_spawn).
-include("litmus.hrl").

%% The child's first operation against the parent's next.
race_spawn_operation() ->
    Ref = atomics:new(1, []),
    spawn(fun() -> atomics:put(Ref, 1, 1) end),
    atomics:get(Ref, 1).

%% Two children: who is first?
race_spawn_spawn() ->
    Ref = atomics:new(1, []),
    A = child(fun() -> atomics:add_get(Ref, 1, 1) end),
    B = child(fun() -> atomics:add_get(Ref, 1, 1) end),
    answer(A) - answer(B).

%% A child and its own child.
race_spawn_grandchild() ->
    Self = self(),
    spawn(fun() -> spawn(fun() -> Self ! grandchild end), Self ! child end),
    next().

%% All processes, with the grandchild or without.
race_spawn_processes() ->
    Before = length(processes()),
    Child = {Pid, _} = child(fun() -> Grandchild = waiting(), receive go -> Grandchild end end),
    After = length(processes()),
    Pid ! go,
    answer(Child) ! stop,
    After - Before.

%% The reply of a spawn_request is a message among others.
race_spawn_request_send() ->
    Self = self(),
    spawn(fun() -> Self ! m end),
    Id = spawn_request(fun() -> ok end),
    case next() of
        {spawn_reply, Id, ok, _} -> reply;
        m -> m
    end.

%% spawn_request with a monitor: the end of the process and another message.
race_spawn_request_down_send() ->
    Self = self(),
    Id = spawn_request(fun() -> ok end, [monitor]),
    receive {spawn_reply, Id, ok, _} -> ok end,
    spawn(fun() -> Self ! m end),
    case next() of
        {'DOWN', Id, process, _, Reason} -> Reason;
        m -> m
    end.

%% spawn_opt with a link: the exit signal against the end by itself.
race_spawn_opt_link() ->
    {_, Monitor} = spawn_monitor(fun() ->
        spawn_opt(fun() -> exit(boom) end, [link]),
        exit(by_itself)
    end),
    down(Monitor).

%% spawn_opt with a monitor: the end by itself against the end by a signal.
race_spawn_opt_monitor() ->
    {Pid, Monitor} = spawn_opt(fun() -> exit(boom) end, [monitor]),
    exit(Pid, kill),
    down(Monitor).

%% spawn_monitor and the 'DOWN' message against a look.
race_spawn_monitor_poll() ->
    {_, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, process, _, Reason} -> Reason after 0 -> none end.

%% spawn_link: the signal of the child that ends against the parent's next operation.
race_spawn_link_send() ->
    Self = self(),
    {_, Monitor} = spawn_monitor(fun() -> spawn_link(fun() -> exit(boom) end), Self ! m end),
    Reason = down(Monitor),
    {Reason, poll(m)}.

%% spawn/3 starts just so.
race_spawn_3() ->
    spawn(erlang, send, [self(), m]),
    poll(m).

%% A process that is killed before it starts does nothing.
race_spawn_kill() ->
    Ref = atomics:new(1, []),
    {Pid, Monitor} = spawn_monitor(fun() -> atomics:put(Ref, 1, 1) end),
    exit(Pid, kill),
    down(Monitor),
    atomics:get(Ref, 1).

%% The linked grandchild ends with its killed parent, or was not born, or waits for ever.
race_stuck_spawn_link_kill() ->
    {Pid, Monitor} = spawn_monitor(fun() -> spawn_link(fun() -> receive never -> ok end end) end),
    exit(Pid, kill),
    down(Monitor).

%% Two spawns in two processes.
commute_spawn_spawn() ->
    spawn(fun() -> spawn(fun() -> ok end) end),
    spawn(fun() -> ok end),
    ok.

%% A process that is started and waited for.
commute_spawn_monitor() ->
    {_, Monitor} = spawn_monitor(fun() -> ok end),
    down(Monitor).

%% Two processes that start and wait for others.
commute_spawn_monitor_twice() ->
    spawn(fun() -> {_, Monitor} = spawn_monitor(fun() -> ok end), down(Monitor) end),
    {_, Monitor} = spawn_monitor(fun() -> ok end),
    down(Monitor).

%% The reply of a spawn_request that is waited for.
commute_spawn_request() ->
    Id = spawn_request(fun() -> ok end),
    receive {spawn_reply, Id, ok, Pid} -> is_pid(Pid) end.

%% The reply comes before the 'DOWN' message.
commute_spawn_request_monitor() ->
    Id = spawn_request(fun() -> ok end, [monitor]),
    {spawn_reply, Id, ok, _} = next(),
    down(Id).

%% The normal end of a linked process, and what its parent does meanwhile.
commute_spawn_link_normal() ->
    {_, Monitor} = spawn_opt(fun() -> ok end, [link, monitor]),
    Ref = atomics:new(1, []),
    atomics:put(Ref, 1, 1),
    down(Monitor).

%% A family of three generations that only starts.
commute_generations() ->
    spawn(fun() -> spawn(fun() -> spawn(fun() -> ok end) end) end),
    ok.

%% The number of processes, with the grandchild or without.
race_spawn_process_count() ->
    Before = erlang:system_info(process_count),
    Child = {Pid, _} = child(fun() -> Grandchild = waiting(), receive go -> Grandchild end end),
    After = erlang:system_info(process_count),
    Pid ! go,
    answer(Child) ! stop,
    After - Before.
