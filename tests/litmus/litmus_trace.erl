%% Tracing: flags and patterns against what the traced process does and others do to it; trace
%% messages against other messages. What a tracer is told comes some time later, so programs that
%% want to know what was told ask with trace_delivered first.
-module(litmus_trace).
-include("litmus.hrl").

f(X) -> X.
g(X) -> X.
bad(X) -> error(X).

%% The events that the tracer was told of, without pids.
told(T) ->
    Ref = erlang:trace_delivered(T),
    receive {trace_delivered, T, Ref} -> events() end.
events() ->
    receive
        {trace, _, Event, What} when is_pid(What) -> [Event | events()];
        {trace, _, Event, What} -> [{Event, What} | events()];
        {trace, _, Event, What, More} when is_pid(What); is_pid(More) -> [Event | events()];
        {trace, _, Event, What, More} -> [{Event, What, More} | events()]
    after 0 -> []
    end.

%% A process that does F when it is told to.
later(F) -> spawn(fun() -> receive go -> F() end end).

%% Whether the process is traced when it makes the call.
race_call_flag() ->
    erlang:trace_pattern({?MODULE, f, 1}, true, []),
    T = later(fun() -> ?MODULE:f(1) end),
    T ! go,
    erlang:trace(T, true, [call]),
    told(T).

%% Whether the pattern is there.
race_call_pattern() ->
    T = later(fun() -> f(1) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    told(T).

%% Whether it is still there.
race_call_pattern_cleared() ->
    erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    T = later(fun() -> f(1) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace_pattern({?MODULE, f, 1}, false, [local]),
    told(T).

%% All patterns are cleared at once.
race_call_all_cleared() ->
    erlang:trace_pattern({?MODULE, f, 1}, true, []),
    T = later(fun() -> ?MODULE:f(1) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace_pattern({'_', '_', '_'}, false, []),
    told(T).

%% A pattern that only calls from outside fit becomes one that all fit.
race_call_global_local() ->
    erlang:trace_pattern({?MODULE, f, 1}, true, []),
    T = later(fun() -> f(1) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    told(T).

%% Between the call and its return the flag may go.
race_return_flag_cleared() ->
    erlang:trace_pattern({?MODULE, f, 1}, [{'_', [], [{return_trace}]}], [local]),
    T = later(fun() -> f(1) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace(T, false, [call]),
    told(T).

%% The same, if it ends with an exception.
race_exception_flag_cleared() ->
    erlang:trace_pattern({?MODULE, bad, 1}, [{'_', [], [{exception_trace}]}], [local]),
    T = later(fun() -> catch bad(x) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace(T, false, [call]),
    told(T).

%% The call of a function in C++, likewise.
race_native_call_flag() ->
    erlang:trace_pattern({lists, reverse, 2}, true, []),
    T = later(fun() -> lists:reverse([1], []) end),
    T ! go,
    erlang:trace(T, true, [call]),
    told(T).

%% Whether the send is told.
race_send_flag() ->
    Self = self(),
    T = later(fun() -> Self ! m end),
    T ! go,
    erlang:trace(T, true, [send]),
    receive m -> ok end,
    told(T).

%% Whether sends fit the specification by then.
race_send_specification() ->
    Self = self(),
    T = later(fun() -> Self ! m end),
    erlang:trace(T, true, [send]),
    T ! go,
    erlang:trace_pattern(send, [{['_', n], [], []}], []),
    receive m -> ok end,
    R = told(T),
    erlang:trace_pattern(send, true, []),
    R.

%% Whether there is still somebody to send to.
race_send_to_the_dead() ->
    O = later(fun() -> ok end),
    T = later(fun() -> O ! m end),
    erlang:trace(T, true, [send]),
    T ! go,
    O ! go,
    M = monitor(process, T),
    down(M),
    told(T).

%% Whether the arrival is told; it is a step of the sender.
race_receive_flag() ->
    T = spawn(fun() -> receive m -> receive stop -> ok end end end),
    spawn(fun() -> T ! m end),
    erlang:trace(T, true, ['receive']),
    told(T).

%% In which order messages of two senders come.
race_receive_order() ->
    T = waiting(),
    erlang:trace(T, true, ['receive']),
    spawn(fun() -> T ! a end),
    T ! b,
    told(T).

%% Whether the new process is told of.
race_spawn_flag() ->
    T = later(fun() -> spawn(?MODULE, f, [1]) end),
    T ! go,
    erlang:trace(T, true, [procs]),
    M = monitor(process, T),
    down(M),
    told(T).

%% Whether the child is traced, too.
race_set_on_spawn() ->
    Self = self(),
    T = later(fun() -> Self ! {child, spawn(fun() -> receive stop -> ok end end)} end),
    T ! go,
    erlang:trace(T, true, [procs, set_on_spawn]),
    receive {child, C} -> erlang:trace_info(C, flags) end.

%% Whether those to come are traced.
race_new_processes() ->
    C = child(fun() -> spawn(fun() -> receive stop -> ok end end) end),
    erlang:trace(new_processes, true, [procs]),
    P = answer(C),
    R = erlang:trace_info(P, flags),
    erlang:trace(new_processes, false, [procs]),
    R.

%% Whether the death is told, and whether there is anybody to trace at all.
race_exit_flag() ->
    T = spawn(fun() -> ok end),
    case attempt(fun() -> erlang:trace(T, true, [procs]) end) of
        1 -> M = monitor(process, T), down(M), told(T);
        Reason -> Reason
    end.

%% Whether the link of another one is told.
race_link_flag() ->
    T = waiting(),
    C = child(fun() -> link(T), unlink(T) end),
    erlang:trace(T, true, [procs]),
    answer(C),
    told(T).

%% Whether its name is.
race_register_flag() ->
    T = waiting(),
    C = child(fun() -> register(a_name, T) end),
    erlang:trace(T, true, [procs]),
    answer(C),
    told(T).

%% Trace messages of two processes come in any order.
race_two_traced() ->
    A = waiting(),
    B = waiting(),
    erlang:trace(A, true, ['receive']),
    erlang:trace(B, true, ['receive']),
    A ! a,
    B ! b,
    receive {trace, _, 'receive', M} -> M end.

%% A process' own message may come before what is told of it.
race_trace_message() ->
    Self = self(),
    T = later(fun() -> Self ! m end),
    erlang:trace(T, true, [send]),
    T ! go,
    case next() of
        m -> message;
        Message when element(1, Message) =:= trace -> trace
    end.

%% Without trace_delivered the tracer may look too early.
race_too_early() ->
    T = waiting(),
    erlang:trace(T, true, ['receive']),
    T ! stop,
    events().

%% Two want to trace one process: the second one is refused.
race_two_tracers() ->
    T = waiting(),
    C = child(fun() -> R = attempt(fun() -> erlang:trace(T, true, [send]) end), receive stop -> R after 0 -> R end end),
    R = attempt(fun() -> erlang:trace(T, true, [send]) end),
    {R, answer(C)}.

%% Who is dead traces nobody.
race_tracer_dies() ->
    T = waiting(),
    Self = self(),
    spawn(fun() -> erlang:trace(T, true, [send]), Self ! ready end),
    receive ready -> ok end,
    erlang:trace_info(T, flags).

%% What is set can be asked for.
race_info_flags() ->
    T = waiting(),
    C = child(fun() -> erlang:trace_info(T, flags) end),
    erlang:trace(T, true, [send]),
    answer(C).

race_info_pattern() ->
    C = child(fun() -> erlang:trace_info({?MODULE, f, 1}, traced) end),
    erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    R = answer(C),
    erlang:trace_pattern({?MODULE, f, 1}, false, [local]),
    R.

%% Another process ends the trace.
race_ended_by_another() ->
    Self = self(),
    T = later(fun() -> Self ! m end),
    erlang:trace(T, true, [send]),
    T ! go,
    C = child(fun() -> erlang:trace(T, false, [all]) end),
    receive m -> ok end,
    answer(C),
    told(T).

%% A specification that switches the trace off for what follows.
race_silent() ->
    erlang:trace_pattern({?MODULE, f, 1}, [{[off], [], [{silent, true}]}, {'_', [], []}], [local]),
    T = later(fun() -> f(off), f(1) end),
    erlang:trace(T, true, [call]),
    T ! go,
    erlang:trace(T, false, [silent]),
    told(T).

%% Tracing one process is nothing to another one.
commute_other_process() ->
    A = waiting(),
    B = waiting(),
    C = child(fun() -> erlang:trace(A, true, [send]) end),
    erlang:trace(B, true, [procs]),
    answer(C).

%% Neither is the pattern of another function.
commute_other_function() ->
    C = child(fun() -> ?MODULE:g(1) end),
    erlang:trace_pattern({?MODULE, f, 1}, true, []),
    R = answer(C),
    erlang:trace_pattern({?MODULE, f, 1}, false, []),
    R.

%% What nobody is told of does not depend on flags.
commute_no_event() ->
    C = child(fun() -> ets:new(t, []), receive after infinity -> ok end end),
    erlang:trace(element(1, C), true, [call]).

%% Who looks for the messages of one process does not care when those of another one come.
commute_observed_messages() ->
    A = waiting(),
    B = waiting(),
    erlang:trace(A, true, ['receive']),
    erlang:trace(B, true, ['receive']),
    A ! a,
    B ! b,
    [receive {trace, A, 'receive', M} -> M end, receive {trace, B, 'receive', N} -> N end].
