%% Suspension, flags and monitors of the system, what asks about traces, requests of OTP's own modules, sizes of terms.
%% Each case runs in a process of its own and leaves the system as it was.
-module(cases_system).
-import(conformance_runner, [clean/1]).
-export([cases/0, named/1, suspends/1, flag/2, told/2, profiled/2, asks/2, request/1, limit/2, size/1, wall_time/1, hibernates/0, memory/1]).

cases() ->
    [{?MODULE, named, [N]} || N <- [global_name_server, kernel_sup, init, application_controller, kernel_safe_sup, logger_sup, erl_signal_server, user, standard_error, nobody]] ++
        [{?MODULE, suspends, [W]} || W <- [twice, unless, asynchronous, answer, answer_of_dead, suspender_dies, killed, exit, trapped, timeout, sent, errors, nested, resume_errors, all_info]] ++
        [{?MODULE, flag, [F, V]} || {F, Vs} <- flags(), V <- Vs] ++
        [{?MODULE, told, [Who, O]} || Who <- [alive, dead, x, undefined, pair, none], O <- events()] ++
        [{?MODULE, profiled, [Who, O]} || Who <- [alive, dead, x, undefined], O <- [[], [scheduler], x, [x], [runnable_procs | x], [runnable_ports, exclusive, timestamp, scheduler], [exclusive], [strict_monotonic_timestamp]]] ++
        [{?MODULE, asks, [F, A]} || {F, As} <- questions(), A <- As] ++
        [{?MODULE, request, [R]} || R <- requests()] ++
        [{?MODULE, limit, [F, V]} || {F, Vs} <- limits(), V <- Vs] ++
        [{?MODULE, size, [I]} || I <- lists:seq(1, length(terms()))] ++
        [{?MODULE, wall_time, [W]} || W <- [on, twice, off, dies]] ++ [{?MODULE, hibernates, []}] ++
        [{?MODULE, memory, [A]} || A <- [all, total, processes, processes_used, system, atom, atom_used, binary, code, ets, maximum, x, [], [total, total], [atom, x], 1, {a}, [ets, system]]].

alone(F) ->
    {_, M} = spawn_monitor(fun() -> exit({given, F()}) end),
    receive {'DOWN', M, _, _, {given, V}} -> clean(V); {'DOWN', M, _, _, R} -> {died, clean(R)} end.

%% Processes of the system are there, whoever asks first, and however.
named(N) ->
    alone(fun() ->
              M = monitor(process, N),
              Taken = try_(fun() -> register(N, self()) end),
              {is_pid(whereis(N)), Taken, try_(fun() -> N ! nothing_for_you, sent end), receive {'DOWN', M, _, _, R} -> R after 0 -> lives end}
          end).

%% The value, or the error with what explains it.
try_(F) ->
    try F() catch C:R:T -> {M, N, A, L} = hd(T), {C, R, M, N, if is_list(A) -> length(A); true -> A end, proplists:get_value(error_info, L)} end.

waiting() -> spawn(fun() -> receive stop -> ok end end).
dead() -> {P, M} = spawn_monitor(fun() -> ok end), receive {'DOWN', M, _, _, _} -> P end.
status(P) -> process_info(P, status).
all() -> receive M -> [M | all()] after 5 -> [] end.
mine() -> [{N, O} || {_, N, O} <- element(2, process_info(self(), suspending))].

suspends(W) -> alone(fun() -> suspension(W) end).

suspension(twice) ->
    P = waiting(),
    A = erlang:suspend_process(P), S1 = {status(P), mine()},
    B = erlang:suspend_process(P, []), S2 = {status(P), mine()},
    C = erlang:resume_process(P), S3 = {status(P), mine()},
    D = erlang:resume_process(P), receive after 5 -> ok end,
    {A, S1, B, S2, C, S3, D, status(P), mine()};
suspension(unless) ->
    P = waiting(),
    [{erlang:suspend_process(P, O), mine()} || O <- [[unless_suspending], [unless_suspending], [unless_suspending, asynchronous], [unless_suspending, {asynchronous, t}], []]] ++ all();
suspension(asynchronous) ->
    P = waiting(), A = erlang:suspend_process(P, [asynchronous]), receive after 5 -> ok end, {A, status(P), mine()};
suspension(answer) ->
    P = waiting(), {erlang:suspend_process(P, [{asynchronous, a}, {asynchronous, b}]), all(), erlang:suspend_process(P, [{asynchronous, {c}}]), all(), mine()};
suspension(answer_of_dead) -> D = dead(), {erlang:suspend_process(D, [{asynchronous, a}]), erlang:suspend_process(D, [asynchronous]), all(), mine()};
suspension(suspender_dies) ->
    P = waiting(), Me = self(),
    S = spawn(fun() -> erlang:suspend_process(P), erlang:suspend_process(P), Me ! ok, receive stop -> ok end end),
    receive ok -> ok end,
    Before = status(P), S ! stop, receive after 5 -> ok end,
    {Before, status(P)};
suspension(killed) -> P = waiting(), erlang:suspend_process(P), exit(P, kill), {is_process_alive(P), mine(), try_(fun() -> erlang:resume_process(P) end)};
suspension(exit) ->
    P = waiting(), M = monitor(process, P), erlang:suspend_process(P), exit(P, boom),
    receive {'DOWN', M, _, _, R} -> {R, mine()} end;
suspension(trapped) ->
    Me = self(),
    P = spawn(fun() -> process_flag(trap_exit, true), Me ! ok, receive {'EXIT', _, R} -> Me ! {trapped, R} end end),
    receive ok -> ok end, receive after 5 -> ok end,
    erlang:suspend_process(P), exit(P, boom),
    Seen = {is_process_alive(P), process_info(P, [message_queue_len, status]), all()},
    erlang:resume_process(P),
    {Seen, all()};
suspension(timeout) ->
    Me = self(),
    P = spawn(fun() -> Me ! receive m -> in_time after 20 -> too_late end end),
    receive after 5 -> ok end,
    erlang:suspend_process(P), receive after 60 -> ok end, P ! m, Nothing = all(),
    erlang:resume_process(P),
    {Nothing, all()};
suspension(sent) ->
    Me = self(),
    P = spawn(fun() -> receive go -> Me ! gone end end),
    erlang:suspend_process(P), P ! go, Nothing = all(), Queue = process_info(P, messages),
    erlang:resume_process(P),
    {Nothing, Queue, all()};
suspension(errors) ->
    [try_(fun() -> apply(erlang, suspend_process, [P | O]) end) || P <- [x, self(), dead()], O <- [[], [[]], [[foo]], [foo], [[unless_suspending | x]], [[{asynchronous}]]]];
suspension(nested) ->
    %% Whoever is suspended cannot resume.
    Me = self(), P = waiting(),
    S = spawn(fun() -> erlang:suspend_process(P), Me ! ok, receive go -> erlang:resume_process(P), Me ! done end end),
    receive ok -> ok end,
    erlang:suspend_process(S), S ! go, Seen = {all(), status(P), status(S)},
    erlang:resume_process(S),
    {Seen, all(), status(P)};
suspension(resume_errors) -> [try_(fun() -> erlang:resume_process(P) end) || P <- [waiting(), dead(), self(), x]];
suspension(all_info) -> P = waiting(), erlang:suspend_process(P), proplists:get_value(status, process_info(P)).

%% ---- Flags: the old value, and that of the next change; then the first one again.
flags() ->
    [{fullsweep_after, [0, 10, 65536, -1, x]}, {min_heap_size, [0, 500, 1000000, -1, x]}, {min_bin_vheap_size, [100, 0, 1000000, x]},
     {max_heap_size, [0, 1000, 1, -1, x, #{size => 1000, foo => 1}, #{size => x}, #{size => 10}, #{size => 5000, kill => false}, #{size => 5000, kill => x}, #{size => 5000, error_logger => 1}, #{}, #{kill => false}]},
     {trace_control_word, [5, 1 bsl 33, -1, x]}, {outstanding_system_requests_limit, [1, 0, 134217727, 134217728, x]}, {microstate_accounting, [true, reset, x]},
     {time_offset, [finalize, x]}, {system_logger, [x]}, {scheduler_wall_time, [x]}, {x, [1]}, {reset_seq_trace, [true]}, {sequential_tracer, [false]}].

flag(F, V) ->
    alone(fun() ->
              Old = try_(fun() -> erlang:system_flag(F, V) end),
              Info = try_(fun() -> erlang:system_info(F) end),
              New = lists:member(F, [fullsweep_after, min_heap_size, min_bin_vheap_size, max_heap_size]) andalso process_info(waiting(), garbage_collection),
              Back = case Old of
                         _ when is_tuple(Old); F =:= time_offset; F =:= reset_seq_trace; F =:= sequential_tracer -> none;
                         #{} -> erlang:system_flag(F, Old);
                         _ -> erlang:system_flag(F, Old)
                     end,
              {Old, Info, New =/= false andalso lists:sort([E || {K, _} = E <- element(2, New), K =/= minor_gcs]), Back}
          end).

limits() -> [{min_heap_size, [0, 1, 13, 500, 611, 100000, 10000000]}, {min_bin_vheap_size, [0, 500, 100000]}, {fullsweep_after, [0, 65536, 65537, 1 bsl 40]},
             {max_heap_size, [0, 232, 10000000, #{size => 10000000, kill => false}, #{size => 10000000, foo => 1}, #{}, #{kill => false}, #{size => 5000, kill => x}]}].
limit(F, V) ->
    Spawned = alone(fun() -> process_info(spawn_opt(fun() -> receive stop -> ok end end, [{F, V}]), garbage_collection) end),
    {alone(fun() -> {try_(fun() -> process_flag(F, V) end), try_(fun() -> process_flag(F, case F of max_heap_size -> #{size => 0}; _ -> 1 end) end)} end),
     case Spawned of {garbage_collection, L} -> proplists:get_value(F, L); Other -> Other end}.

wall_time(W) ->
    On = fun(V) -> erlang:system_flag(scheduler_wall_time, V) end,
    Is = fun() -> case erlang:statistics(scheduler_wall_time) of undefined -> off; L -> lists:all(fun({_, A, T}) -> A =< T end, L) end end,
    alone(fun() ->
              case W of
                  on -> {Is(), On(true), Is(), On(false), Is()};
                  twice -> {On(true), On(true), On(false), Is(), On(false), Is()};
                  off -> {On(false), Is(), erlang:statistics(scheduler_wall_time_all)};
                  dies -> alone(fun() -> On(true) end), receive after 20 -> ok end, Is()
              end
          end).

%% ---- Who is told of events
events() -> [[], [busy_port], [{long_gc, 100}, busy_port, {large_heap, 30000}, busy_dist_port, {long_schedule, 7}], [{large_heap, 0}], [{long_gc, 0}], [{long_gc, -1}], [{long_gc, a}], [{long_schedule, 0}], [foo], x, [busy_port | x], [{long_gc, 1 bsl 70}]].

who(alive) -> waiting();
who(dead) -> dead();
who(W) -> W.

told(Who, O) ->
    alone(fun() ->
              P = who(case Who of pair -> alive; none -> dead; _ -> Who end),
              Set = fun() -> if Who =:= pair; Who =:= none -> erlang:system_monitor({P, O}); true -> erlang:system_monitor(P, O) end end,
              R = {try_(Set), erlang:system_monitor(), try_(fun() -> erlang:system_monitor(O) end), erlang:system_monitor()},
              is_pid(P) andalso exit(P, kill), receive after 1 -> ok end,
              {R, erlang:system_monitor(), erlang:system_monitor(undefined)}
          end).

profiled(Who, O) ->
    alone(fun() ->
              P = who(Who),
              R = {try_(fun() -> erlang:system_profile(P, O) end), erlang:system_profile()},
              {R, erlang:system_profile(undefined, []), erlang:system_profile()}
          end).

%% ---- Traces that nobody has begun
questions() ->
    Function = {lists, map, 2},
    [{trace_info, [[S, I] || S <- [self, alive, dead, new, new_processes, new_ports, x, 1, send, 'receive', on_load, Function, {nomod, f, 1}, {lists, nofun, 1}, {lists, map, 9}, {lists, map, -1}, {erlang, send, 2}, {lists, '_', 1}, {lists, map}, {'_', '_', '_'}],
                             I <- [flags, tracer, all, traced, match_spec, meta, call_count, x]]},
     {trace, [[S, false, F] || S <- [self, alive, dead, x, new], F <- [[all], [send, procs], [x], x, []]] ++ [[S, H, F] || {S, H, F} <- [{alive, x, [send]}, {dead, true, [send]}, {alive, true, [x]}, {x, true, [call]}]]},
     {trace_delivered, [[S] || S <- [self, alive, dead, all, x]]},
     {seq_trace_info, [[I] || I <- [send, 'receive', print, timestamp, monotonic_timestamp, strict_monotonic_timestamp, label, serial, previous_serial, x, 1]]},
     {seq_trace, [[F, V] || {F, V} <- [{sequential_trace_token, []}, {sequential_trace_token, x}, {x, []}, {print, x}, {send, x}]]},
     {process_display, [[S, I] || {S, I} <- [{alive, x}, {dead, backtrace}, {x, backtrace}]]}].

asks(F, A) ->
    alone(fun() ->
              Known = fun(self) -> self(); (alive) -> waiting(); (dead) -> dead(); (X) -> X end,
              {try_(fun() -> apply(erlang, F, [Known(X) || X <- A]) end), all()}
          end).

%% ---- Requests of OTP's own modules
requests() ->
    [{is_process_alive, [P, ref]} || P <- [alive, dead, x]] ++ [{is_process_alive, [alive, x]}] ++
        [{group_leader, [A, B, ref]} || A <- [self, x], B <- [alive, dead, x]] ++
        [{request_system_task, [P, normal, R]} || P <- [alive, dead, x], R <- [{garbage_collect, id, major}, {garbage_collect, id, x}, {garbage_collect, id}, {check_process_code, id, lists}, {x, id, 1}, x]] ++
        [{request_system_task, [alive, x, {garbage_collect, id, major}]}, {request_system_task, [self, alive, low, {garbage_collect, id, minor}]}] ++
        [{check_process_code, [M]} || M <- [lists, nomod, 1]] ++ [{check_dirty_process_code, [alive, lists]}, {dirty_process_handle_signals, [alive]}] ++
        [{is_system_process, [P]} || P <- [alive, dead, x]] ++ [{system_check, [S]} || S <- [schedulers, x]] ++
        [{process_display, [P, I]} || P <- [dead, x], I <- [backtrace, x]].

request({F, A}) ->
    alone(fun() ->
              Known = fun(self) -> self(); (alive) -> waiting(); (dead) -> dead(); (ref) -> make_ref(); (X) -> X end,
              {try_(fun() -> apply(erts_internal, F, [Known(X) || X <- A]) end), all()}
          end).

%% ---- Sizes
terms() ->
    [1, a, [], [1], {}, {1, 2}, 1.0, 1 bsl 70, -(1 bsl 130), #{}, #{a => 1, b => [x]}, <<1, 2, 3>>, "abc", {a, [b, {c}]}, self(), binary:copy(<<0>>, 100), <<>>, <<1:3>>,
     maps:from_list([{I, I} || I <- lists:seq(1, 33)]), maps:from_list([{I, {I}} || I <- lists:seq(1, 500)]), lists:seq(1, 100), {{{1.5}}, [#{1 => 2}]}].
size(I) -> T = lists:nth(I, terms()), L = lists:seq(1, I), {erts_debug:flat_size(T), erts_debug:size({L, L}), erts_debug:flat_size({L, L}), erts_debug:copy_shared(L, false) =:= L,
            try_(fun() -> erts_debug:get_internal_state(I) end), try_(fun() -> erts_debug:set_internal_state(I, I) end)}.

%% Where a process is that hibernates, and that has woken up.
hibernates() ->
    alone(fun() ->
              Me = self(),
              Info = fun(P) -> receive after 5 -> ok end, process_info(P, [current_function, current_location, current_stacktrace, status]) end,
              P = spawn(fun() -> erlang:hibernate(erlang, send, [Me, awake]) end),
              Sleeping = Info(P), P ! wake,
              {ok, Server} = gen_event:start([{hibernate_after, 1}]),
              {Sleeping, receive M -> M end, Info(Server), gen_event:which_handlers(Server)}
          end).

memory(all) -> [{K, is_integer(V)} || {K, V} <- erlang:memory()];
memory(A) -> case try_(fun() -> erlang:memory(A) end) of L when is_list(L) -> [K || {K, _} <- L]; N when is_integer(N) -> number; E -> E end.
