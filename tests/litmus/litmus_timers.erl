%% Timers: they may expire at any time after their start. The long ones do not on a real clock.
-module(litmus_timers).
-include("litmus.hrl").

-define(LONG, 100000).

left(Time) when is_integer(Time) -> left;
left(false) -> false.

%% The expiry against the cancelling.
race_expiry_cancel() ->
    Timer = erlang:send_after(1, self(), m),
    Left = left(erlang:cancel_timer(Timer)),
    {Left, poll(m)}.

%% The expiry against reading the timer.
race_expiry_read() ->
    Timer = erlang:send_after(1, self(), m),
    left(erlang:read_timer(Timer)).

%% The expiry against a look into the mailbox.
race_expiry_poll() ->
    erlang:send_after(1, self(), m),
    poll(m).

%% The same with start_timer.
race_start_timer_expiry_poll() ->
    Timer = erlang:start_timer(1, self(), m),
    poll({timeout, Timer, m}).

%% The expiry against a receive's timeout.
race_expiry_timeout() ->
    erlang:send_after(1, self(), m),
    receive m -> m after 1 -> timeout end.

%% Two timers of one process: the order of their messages.
race_expiry_expiry() ->
    erlang:send_after(2, self(), a),
    erlang:send_after(1, self(), b),
    next().

%% Two timers that two processes started.
race_expiry_expiry_other() ->
    Self = self(),
    spawn(fun() -> erlang:send_after(1, Self, a) end),
    erlang:send_after(1, self(), b),
    next().

%% The expiry against a message.
race_expiry_send() ->
    Self = self(),
    spawn(fun() -> Self ! a end),
    erlang:send_after(1, self(), m),
    next().

%% Only one of two finds the timer.
race_cancel_cancel() ->
    Timer = erlang:send_after(?LONG, self(), m),
    Child = child(fun() -> left(erlang:cancel_timer(Timer)) end),
    Mine = left(erlang:cancel_timer(Timer)),
    {Mine, answer(Child)}.

%% A timer that was cancelled cannot be read.
race_cancel_read() ->
    Timer = erlang:send_after(?LONG, self(), m),
    Child = child(fun() -> left(erlang:cancel_timer(Timer)) end),
    Mine = left(erlang:read_timer(Timer)),
    {Mine, answer(Child)}.

%% The answer of an asynchronous cancelling is a message.
race_cancel_async_send() ->
    Self = self(),
    Timer = erlang:send_after(?LONG, self(), m),
    spawn(fun() -> Self ! a end),
    erlang:cancel_timer(Timer, [{async, true}]),
    case receive Message when Message =/= m -> Message end of
        {cancel_timer, Timer, _} -> cancelled;
        a -> a
    end.

%% Cancelling without an answer still stops the message.
race_cancel_no_info_expiry() ->
    Timer = erlang:send_after(1, self(), m),
    erlang:cancel_timer(Timer, [{info, false}]),
    poll(m).

%% The timer of a process that has ended is gone: cancelling.
race_exit_cancel() ->
    Pid = spawn(fun() -> ok end),
    Timer = erlang:send_after(?LONG, Pid, m),
    left(erlang:cancel_timer(Timer)).

%% The timer of a process that has ended is gone: reading.
race_exit_read() ->
    Pid = spawn(fun() -> ok end),
    Timer = erlang:send_after(?LONG, Pid, m),
    left(erlang:read_timer(Timer)).

%% A timer for a name outlives its process: the message goes to the next owner, or is lost.
race_expiry_name_moves() ->
    register(litmus_name, self()),
    erlang:send_after(1, litmus_name, m),
    Child = child(fun() ->
        unregister(litmus_name),
        register(litmus_name, self()),
        receive m -> m after 20 -> none end
    end),
    Theirs = answer(Child),
    {poll(m), Theirs}.

%% The expiry against the end of the process that is sent to.
race_expiry_exit() ->
    Pid = spawn(fun() -> receive m -> exit(expired) after 1 -> ok end end),
    erlang:send_after(1, Pid, m),
    ok.

%% The expiry against a signal to the process that is sent to.
race_expiry_kill() ->
    {Pid, Monitor} = spawn_monitor(fun() -> receive m -> ok end end),
    erlang:send_after(1, Pid, m),
    exit(Pid, kill),
    down(Monitor).

%% A timer that is started again and again by its message.
race_expiry_twice() ->
    erlang:send_after(1, self(), m),
    First = poll(m),
    erlang:send_after(1, self(), m),
    {First, poll(m)}.

%% Timer against timeout: the loser's message is still to come.
race_expiry_flush() ->
    Timer = erlang:start_timer(1, self(), m),
    case erlang:cancel_timer(Timer) of
        false -> receive {timeout, Timer, m} -> expired end;
        _ -> cancelled
    end.

%% With a timer that was cancelled in time, nobody sends.
race_stuck_cancel() ->
    Timer = erlang:send_after(1, self(), m),
    erlang:cancel_timer(Timer),
    receive m -> m end.

%% Timers of two processes.
commute_expiry_expiry() ->
    spawn(fun expire/0),
    expire().

expire() ->
    erlang:send_after(1, self(), m),
    next().

%% A timer and a table.
commute_expiry_ets() ->
    Table = ets:new(t, []),
    erlang:send_after(1, self(), m),
    ets:insert(Table, {k, 1}),
    next().

%% A timer of one process and the timeout of another.
commute_expiry_timeout() ->
    spawn(fun() -> receive after 1 -> ok end end),
    expire().

%% A timer that starts after the one before expired.
commute_expiry_row() ->
    expire(),
    expire().

%% start_timer's message is told apart by its reference.
commute_observed_expiry_expiry() ->
    A = erlang:start_timer(1, self(), m),
    B = erlang:start_timer(1, self(), m),
    receive {timeout, A, m} -> ok end,
    receive {timeout, B, m} -> ok end.

%% The timer of a process that has ended is gone: another process cancels it.
race_exit_cancel_by_other() ->
    Pid = waiting(),
    Timer = erlang:send_after(?LONG, Pid, m),
    Child = child(fun() -> left(erlang:cancel_timer(Timer)) end),
    Pid ! stop,
    answer(Child).

%% Cancelled in time or not, and if not, before or after the message of a third process.
race_cancel_expiry_send() ->
    Self = self(),
    Timer = erlang:send_after(1, Self, m),
    A = child(fun() -> erlang:cancel_timer(Timer), ok end),
    B = child(fun() -> Self ! a end),
    answer(A),
    answer(B),
    First = receive X when is_atom(X) -> X end,
    {First, poll()}.

%% The timer is the second reference of its maker, and has nothing to do with its maker's end, after
%% which the table is gone.
race_second_reference_end_of_maker() ->
    Table = ets:new(t, [public]),
    Pid = spawn(fun() -> receive go -> exit({done, attempt(fun() -> ets:insert(Table, {k, 1}) end)}) end end),
    erlang:send_after(5, Pid, go),
    ok.

%% Two timers of one process. In virtual time, the one that is due first comes first.
race_two_timers() ->
    erlang:send_after(10, self(), early),
    erlang:send_after(20, self(), late),
    receive Message -> Message end.
