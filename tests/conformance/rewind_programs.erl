%% Programs whose every state is compared with that of a fresh replay (rewind_test.cpp).
-module(rewind_programs).
-export([ring/1, crowd/1, deep/1, crash/1, shared/1, sleeper/1, files/1, applications/1, replaced/1, suspended/1, traced/1, counted/1, sequenced/1]).
-export([traced_work/1, traced_last/1]).

%% A module in two versions, which rewind_test.cpp has compiled: those who stay in theirs, those who go
%% on with the current one, and those who load, delete and purge.
replaced(N) ->
    Folder = filename:dirname(code:which(?MODULE)),
    [One, Two] = [begin {ok, B} = file:read_file(Folder ++ V ++ "/rewind_module.beam"), B end || V <- ["/1", "/2"]],
    Load = fun(B) -> code:load_binary(rewind_module, "none", B) end,
    Load(One),
    Fun = rewind_module:f(),
    Servers = [spawn(rewind_module, stay, []), spawn(rewind_module, go, [])],
    [spawn(fun() -> put(last, Load(B)), [P ! {self(), call} || P <- Servers], put(fun_, catch Fun()), code:purge(rewind_module) end)
     || B <- [Two, One, Two]],
    spawn(fun() -> code:delete(rewind_module), put(called, catch rewind_module:v()), code:soft_purge(rewind_module) end),
    [catch rewind_module:v() || _ <- lists:seq(1, N)].

%% Those who suspend each other's workers, die without resuming, and change the system meanwhile.
suspended(N) ->
    Workers = [spawn(fun() -> forward(self()) end) || _ <- lists:seq(1, N)],
    [spawn(fun() ->
               [catch erlang:suspend_process(W, O) || W <- Workers, O <- [[], [unless_suspending], [{asynchronous, I}]]],
               [W ! {I, [I]} || W <- Workers],
               catch erlang:resume_process(hd(Workers)),
               put(flag, erlang:system_flag(min_heap_size, I * 300)),
               put(seen, [catch process_info(W, [status, message_queue_len]) || W <- Workers]),
               erlang:system_monitor(self(), [busy_port]),
               I rem 2 =:= 0 andalso [catch erlang:resume_process(W) || W <- Workers]
           end) || I <- lists:seq(1, 4)],
    exit(lists:last(Workers), kill),
    [catch erlang:suspend_process(W) || W <- Workers],
    put(mine, process_info(self(), suspending)),
    [catch erlang:resume_process(W) || W <- Workers].

%% Those who trace each other's workers with patterns that come and go.
traced(N) ->
    Workers = [spawn(fun() -> traced_worker() end) || _ <- lists:seq(1, N)],
    [W ! {work, J} || W <- Workers, J <- [0, bad]],
    [spawn(fun() ->
               [catch erlang:trace(W, true, [call, procs, send, 'receive', set_on_spawn, return_to, timestamp]) || W <- Workers],
               erlang:trace_pattern({?MODULE, traced_work, 1}, [{[I], [], [{silent, true}]}, {'_', [], [{exception_trace}, {message, {caller}}]}], [local]),
               [W ! {work, J} || W <- Workers, J <- [1, I, bad]],
               erlang:trace_pattern({?MODULE, '_', '_'}, I rem 2 =:= 0, [local]),
               put(info, [erlang:trace_info(W, flags) || W <- Workers]),
               catch erlang:trace(hd(Workers), false, [all]),
               erlang:trace(new_processes, I rem 2 =:= 1, [procs]),
               put(told, traced_all(10))
           end) || I <- lists:seq(1, 3)],
    exit(lists:last(Workers), kill),
    erlang:trace_pattern({'_', '_', '_'}, false, [local]),
    traced_all(20).

%% Counts, meta traces and patterns of a module that is replaced meanwhile.
counted(N) ->
    Folder = filename:dirname(code:which(?MODULE)),
    [One, Two] = [begin {ok, B} = file:read_file(Folder ++ V ++ "/rewind_module.beam"), B end || V <- ["/1", "/2"]],
    code:load_binary(rewind_module, "none", One),
    Workers = [spawn(fun() -> counted_worker() end) || _ <- lists:seq(1, N)],
    [spawn(fun() ->
               [catch erlang:trace(W, true, [call, {tracer, self()}]) || W <- Workers, I =:= 1],
               erlang:trace_pattern({?MODULE, traced_work, 1}, true, [call_count, call_time]),
               erlang:trace_pattern({?MODULE, traced_last, 1}, [{'_', [], [{return_trace}]}], [local, meta]),
               erlang:trace_pattern({rewind_module, '_', '_'}, true, [meta, call_count]),
               [W ! {work, J} || W <- Workers, J <- [1, I, bad]],
               put(info, [erlang:trace_info({?MODULE, traced_work, 1}, call_count), erlang:trace_info({rewind_module, v, 0}, all)]),
               I =:= 2 andalso code:load_binary(rewind_module, "none", Two),
               erlang:trace_pattern({?MODULE, traced_work, 1}, lists:nth(I, [restart, pause, false]), [call_count]),
               erlang:trace_pattern(on_load, I =:= 1, [local]),
               put(told, traced_all(10))
           end) || I <- lists:seq(1, 3)],
    traced_all(20).

counted_worker() ->
    receive {work, I} -> put(I, {catch ?MODULE:traced_work(I), catch rewind_module:v()}), counted_worker()
    after 100 -> done
    end.

%% Tokens that go round, with exits and new processes, and those who take them away.
sequenced(N) ->
    Me = self(),
    seq_trace:set_system_tracer(Me),
    Workers = [spawn(fun() -> sequenced_worker() end) || _ <- lists:seq(1, N)],
    [spawn(fun() ->
               seq_trace:set_token(label, I),
               [seq_trace:set_token(F, true) || F <- [send, 'receive', print]],
               [W ! {work, 2, Workers} || W <- Workers],
               I =:= 2 andalso seq_trace:reset_trace(),
               I =:= 3 andalso seq_trace:set_system_tracer(self()),
               seq_trace:print(I),
               put(told, traced_all(10))
           end) || I <- lists:seq(1, 3)],
    traced_all(20).

sequenced_worker() ->
    receive
        {work, 0, _} -> put(token, seq_trace:get_token()), sequenced_worker();
        {work, I, [W | Others]} ->
            W ! {work, I - 1, Others ++ [W]},
            spawn_link(fun() -> put(token, seq_trace:get_token()) end),
            I =:= 1 andalso exit(W, normal),
            sequenced_worker()
    after 100 -> done
    end.

traced_worker() ->
    receive {work, I} -> put(I, catch ?MODULE:traced_work(I)), traced_worker()
    after 100 -> done
    end.
traced_work(bad) -> error(bad);
traced_work(I) -> spawn(fun() -> I end), X = traced_last(I), {X}.
traced_last(I) -> lists:reverse([I], []).
traced_all(0) -> [];
traced_all(N) -> receive M -> [M | traced_all(N - 1)] after 50 -> [] end.

ring(N) ->
    Me = self(),
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> forward(Next) end) end, Me, lists:seq(1, N)),
    [Last ! {I, [I, I * I]} || I <- lists:seq(1, 4)],
    collect(4, []).

forward(Next) ->
    receive
        {I, L} -> put(I, L), Next ! {I, [I | L]}, forward(Next)
    after 100 -> done
    end.

collect(0, Acc) -> Acc;
collect(N, Acc) -> receive {_, L} -> collect(N - 1, [L | Acc]) end.

crowd(N) ->
    Me = self(),
    Pids = [spawn_link(fun() -> work(Me, I) end) || I <- lists:seq(1, N)],
    register(boss, Me),
    [P ! {go, P} || P <- Pids],
    sum(N, 0).

work(Me, I) ->
    receive {go, _} -> ok end,
    Ref = monitor(process, Me),
    boss ! {result, I, self()},
    demonitor(Ref),
    unlink(Me).

sum(0, S) -> S;
sum(N, S) -> receive {result, I, _} when I rem 2 =:= 0 -> sum(N - 1, S + I); {result, I, P} -> sum(N - 1, S - I + byte(P)) end.
byte(P) when is_pid(P) -> 1.

deep(N) ->
    Me = self(),
    P = spawn(fun() -> echo() end),
    try down(N, P, Me) catch throw:X -> {thrown, X} end.

down(0, P, Me) -> P ! {Me, bottom}, receive X -> throw(X) end;
down(N, P, Me) ->
    P ! {Me, N},
    Y = receive Z -> Z end,
    [Y | down(N - 1, P, Me)].

echo() -> receive {P, X} -> P ! X, echo() end.

crash(N) ->
    process_flag(trap_exit, true),
    Pids = [spawn_link(fun() -> fail(I) end) || I <- lists:seq(1, N)],
    [receive {'EXIT', P, R} -> element(1, R) end || P <- Pids].

fail(I) -> receive after I -> lists:nth(I + 1, [a]) end.

%% Tables, timers, aliases, counters, names and sleeping processes.
shared(N) ->
    Me = self(),
    T = ets:new(shared, [ordered_set, public]),
    C = counters:new(2, []),
    [spawn(fun() -> share(Me, T, C, I) end) || I <- lists:seq(1, N)],
    R = erlang:send_after(50, self(), late),
    persistent_term:put(shared, {T, R}),
    Got = [receive M -> M end || _ <- lists:seq(1, N)],
    {Got, erlang:cancel_timer(R), ets:tab2list(T), counters:get(C, 1)}.

share(Me, T, C, I) ->
    A = alias([reply]),
    P = spawn(rewind_programs, sleeper, [A]),
    Ref = monitor(process, P, [{alias, demonitor}]),
    P ! {wake, I},
    ets:update_counter(T, I rem 2, 1, {I rem 2, 0}),
    counters:add(C, 1, I),
    receive {woken, X} -> ets:insert(T, {{x, X}, persistent_term:get(shared, none) =:= none}) after 20 -> ok end,
    demonitor(Ref, [flush]),
    ets:select_delete(T, [{{{x, '$1'}, '_'}, [{'<', '$1', 3}], [true]}]),
    erlang:start_timer(I, Me, done).

sleeper(A) when is_reference(A) -> erlang:hibernate(rewind_programs, sleeper, [[A]]);
sleeper([A]) -> receive {wake, I} -> A ! {woken, I} end.

%% Everybody changes the same few files.
files(N) ->
    ok = file:make_dir("/heddle"),
    [spawn(fun() -> change(I) end) || I <- lists:seq(1, N)],
    timer:sleep(1000),
    file:list_dir("/heddle").

change(I) ->
    file:write_file("/heddle/" ++ integer_to_list(I rem 3), lists:duplicate(I * 900, $0 + I), [append]),
    case file:open("/heddle/1", [read, write, raw, binary]) of
        {ok, File} ->
            file:pwrite(File, 5 * I, <<"text">>),
            file:position(File, 1000 * I),
            file:truncate(File),
            file:close(File);
        _ -> ok
    end,
    file:rename("/heddle/1", "/heddle/2"),
    file:make_symlink("2", "/heddle/link" ++ integer_to_list(I)),
    file:delete("/heddle/0").

%% Whoever comes first starts the application controller.
applications(N) ->
    [spawn(fun() -> application:set_env(some, I, self()), application:which_applications() end)
     || I <- lists:seq(1, N)],
    application:ensure_all_started(compiler).
