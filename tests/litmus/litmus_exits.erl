%% The end of a process, by itself or by a signal of exit/2, against what it and others do.
-module(litmus_exits).
-include("litmus.hrl").

%% Runs F in a process that is sent an exit signal meanwhile, and tells why it ended.
signalled(Reason, F) ->
    {Pid, Monitor} = spawn_monitor(F),
    exit(Pid, Reason),
    down(Monitor).

killed(F) -> signalled(kill, F).

next_exit() ->
    receive
        {'EXIT', _, Reason} -> Reason
    after 5 -> none
    end.

%% A signal with a reason against the normal end.
race_exit_2_end() ->
    signalled(boom, fun() -> ok end).

%% A kill signal against the normal end.
race_kill_end() ->
    killed(fun() -> ok end).

%% A kill signal against an end with a reason.
race_kill_exit() ->
    killed(fun() -> exit(boom) end).

%% Two signals: the first decides.
race_exit_2_exit_2() ->
    {Pid, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
    spawn(fun() -> exit(Pid, a) end),
    exit(Pid, b),
    down(Monitor).

%% A kill signal against another signal.
race_kill_exit_2() ->
    {Pid, Monitor} = spawn_monitor(fun() -> receive never -> ok end end),
    spawn(fun() -> exit(Pid, boom) end),
    exit(Pid, kill),
    down(Monitor).

%% kill ends even a process that traps exits: before or after it took another signal.
race_kill_trapping() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        process_flag(trap_exit, true),
        Self ! ready,
        next()
    end),
    receive ready -> ok end,
    spawn(fun() -> exit(Pid, boom) end),
    exit(Pid, kill),
    down(Monitor).

%% A process that sends itself a signal, and one from outside.
race_exit_2_self() ->
    signalled(a, fun() -> exit(self(), b), receive never -> ok end end).

%% exit(Pid, normal) is a message for a process that traps exits.
race_exit_2_normal_trapping() ->
    process_flag(trap_exit, true),
    Self = self(),
    spawn(fun() -> exit(Self, normal) end),
    receive {'EXIT', _, normal} -> trapped after 0 -> none end.

%% The signal of exit/2 becomes a message: its order among others.
race_exit_2_message() ->
    process_flag(trap_exit, true),
    Self = self(),
    spawn(fun() -> exit(Self, boom) end),
    spawn(fun() -> Self ! m end),
    case next() of
        {'EXIT', _, Reason} -> Reason;
        m -> m
    end.

%% The victim sends before it ends or not.
race_kill_send() ->
    Self = self(),
    Reason = killed(fun() -> Self ! m end),
    {Reason, poll(m)}.

%% Any reason but normal ends it just so.
race_exit_2_send() ->
    Self = self(),
    Reason = signalled(boom, fun() -> Self ! m end),
    {Reason, poll(m)}.

%% The victim takes its message before it ends or not.
race_kill_receive() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> receive m -> Self ! got end end),
    Pid ! m,
    exit(Pid, kill),
    down(Monitor),
    poll(got).

%% The victim waits until its time is over or not.
race_kill_timeout() ->
    killed(fun() -> receive after 1 -> exit(timeout) end end).

%% The victim gives this process a name or not.
race_kill_register() ->
    Self = self(),
    killed(fun() -> register(litmus_name, Self) end),
    whereis(litmus_name) =:= Self.

%% The victim takes this process' name away or not.
race_kill_unregister() ->
    register(litmus_name, self()),
    killed(fun() -> unregister(litmus_name) end),
    whereis(litmus_name) =:= self().

%% The victim starts another process or not.
race_kill_spawn() ->
    killed(fun() -> spawn(fun() -> exit(born) end) end).

%% The victim links to this process or not.
race_kill_link() ->
    process_flag(trap_exit, true),
    Self = self(),
    Pid = spawn(fun() -> link(Self) end),
    exit(Pid, kill),
    next_exit().

%% The victim unlinks from this process or not.
race_kill_unlink() ->
    process_flag(trap_exit, true),
    Self = self(),
    Pid = spawn_link(fun() -> unlink(Self) end),
    exit(Pid, kill),
    next_exit().

%% The victim sends a signal itself or not.
race_kill_victim_exit_2() ->
    {Third, Monitor} = spawn_monitor(fun() -> receive stop -> ok end end),
    killed(fun() -> exit(Third, boom) end),
    Third ! stop,
    down(Monitor).

%% The victim starts a timer for this process or not.
race_kill_send_after() ->
    Self = self(),
    killed(fun() -> erlang:send_after(1, Self, m) end),
    receive m -> m after 20 -> none end.

%% The same with start_timer.
race_kill_start_timer() ->
    Self = self(),
    killed(fun() -> erlang:start_timer(1, Self, m) end),
    receive {timeout, _, m} -> m after 20 -> none end.

%% The victim cancels this process' timer or not.
race_kill_cancel_timer() ->
    Timer = erlang:send_after(100000, self(), m),
    killed(fun() -> erlang:cancel_timer(Timer) end),
    is_integer(erlang:cancel_timer(Timer)).

%% The victim becomes this process' group leader or not.
race_kill_group_leader() ->
    Self = self(),
    Leader = group_leader(),
    killed(fun() -> group_leader(self(), Self) end),
    Same = group_leader() =:= Leader,
    group_leader(Leader, self()),
    Same.

%% The victim writes to a table or not.
race_kill_ets_insert() ->
    Table = ets:new(t, [public]),
    killed(fun() -> ets:insert(Table, {k, 1}) end),
    ets:lookup(Table, k).

%% The victim deletes a table or not.
race_kill_ets_delete() ->
    Table = ets:new(t, [public]),
    killed(fun() -> ets:delete(Table) end),
    ets:info(Table, size).

%% The victim gives its table away or not.
race_kill_ets_give_away() ->
    Self = self(),
    killed(fun() -> ets:give_away(ets:new(t, []), Self, gift) end),
    receive {'ETS-TRANSFER', _, _, gift} -> gift after 0 -> none end.

%% The victim adds to a counter or not.
race_kill_atomics_add() ->
    Ref = atomics:new(1, []),
    killed(fun() -> atomics:add(Ref, 1, 1) end),
    atomics:get(Ref, 1).

%% The victim puts a persistent term or not.
race_kill_persistent_term_put() ->
    killed(fun() -> persistent_term:put(litmus_key, 1) end),
    persistent_term:get(litmus_key, none).

%% The victim sets an environment variable or not.
race_kill_putenv() ->
    os:unsetenv("LITMUS"),
    killed(fun() -> os:putenv("LITMUS", "set") end),
    os:getenv("LITMUS").

%% The victim is alive or not when asked.
race_kill_is_process_alive() ->
    Pid = waiting(),
    Child = child(fun() -> exit(Pid, kill) end),
    Alive = is_process_alive(Pid),
    answer(Child),
    Alive.

%% A process that ends by itself is alive or not when asked.
race_end_is_process_alive() ->
    Pid = spawn(fun() -> ok end),
    is_process_alive(Pid).

%% All processes, before and after the end of one.
race_end_processes() ->
    Pid = spawn(fun() -> ok end),
    lists:member(Pid, processes()).

%% What process_info/2 tells of a process that ends.
race_end_process_info() ->
    Pid = spawn(fun() -> ok end),
    process_info(Pid, trap_exit).

%% A signal to a process that has ended is lost, an earlier one decides the reason.
race_end_exit_2() ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit(by_itself) end),
    exit(Pid, by_signal),
    down(Monitor).

%% The end of the first process deletes its table: its child fails or not.
race_first_end_ets() ->
    Table = ets:new(t, [public]),
    spawn(fun() -> exit({inserted, attempt(fun() -> ets:insert(Table, {k, 1}) end)}) end),
    ok.

%% The end of the first process takes its name.
race_first_end_whereis() ->
    register(litmus_name, self()),
    spawn(fun() -> exit({found, whereis(litmus_name) =/= undefined}) end),
    ok.

%% The end of the first process, with a reason, ends its linked child, unless that ended before.
race_first_end_link() ->
    spawn_link(fun() -> ok end),
    exit(boom).

%% The end of the first process, normally, is noticed by its monitor or came before.
race_first_end_monitor() ->
    Self = self(),
    spawn(fun() -> exit({first, down(monitor(process, Self))}) end),
    ok.

%% The end of the first process, seen from its child.
race_first_end_is_process_alive() ->
    Self = self(),
    spawn(fun() -> exit({alive, is_process_alive(Self)}) end),
    ok.

%% Nobody is left to send if the sender was killed in time.
race_stuck_kill_sender() ->
    Self = self(),
    Pid = spawn(fun() -> Self ! m end),
    exit(Pid, kill),
    receive m -> m end.

%% Only the process that was not killed in time answers, and it waits in vain for more.
race_stuck_kill_receiver() ->
    Self = self(),
    Pid = spawn(fun() -> receive a -> Self ! b end end),
    spawn(fun() -> exit(Pid, kill) end),
    Pid ! a,
    receive b -> b end.

%% Two processes end.
commute_end_end() ->
    spawn(fun() -> ok end),
    spawn(fun() -> ok end),
    ok.

%% Two processes end with reasons.
commute_exit_exit() ->
    spawn(fun() -> exit(normal) end),
    exit(normal).

%% Two processes are killed, each by its own parent.
commute_kill_kill() ->
    spawn(fun kill_waiting/0),
    kill_waiting().

kill_waiting() ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Self ! ready, receive never -> ok end end),
    receive ready -> ok end,
    exit(Pid, kill),
    down(Monitor).

%% Two processes ask whether a third is alive.
commute_is_process_alive_twice() ->
    Pid = waiting(),
    Child = child(fun() -> is_process_alive(Pid) end),
    Mine = is_process_alive(Pid),
    Theirs = answer(Child),
    Pid ! stop,
    {Mine, Theirs}.

%% A process has ended when its 'DOWN' message comes.
commute_is_process_alive_after_down() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    down(Monitor),
    is_process_alive(Pid).

%% exit(Pid, normal) is nothing to a process that does not trap exits.
commute_exit_2_normal() ->
    Pid = spawn(fun() -> ets:new(t, []), receive stop -> ok end end),
    exit(Pid, normal),
    Pid ! stop.
