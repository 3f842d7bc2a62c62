%% OTP's behaviours, from their own .beam files.
-module(cases_otp).
-behaviour(gen_server).
-export([cases/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2, code_change/3]).
-compile([export_all, nowarn_export_all]).

cases() ->
    [{conformance_runner, alone, [?MODULE, F]} || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, [cases, module_info, callback_mode, next, all, child_loop])].

try_(F) -> try {ok, F()} catch C:R -> {C, R} end.
next() -> receive M -> M after 100 -> nothing end.
all() -> receive M -> [M | all()] after 100 -> [] end.

%% ---- gen_server

init({sup, Strategy, Children}) -> {ok, {#{strategy => Strategy, intensity => 2, period => 5}, Children}};
init({door, P}) -> {ok, locked, {P, []}};
init({event, P}) -> {ok, {event, P}};
init({state, S}) -> {ok, S};
init({continue, S}) -> {ok, S, {continue, from_init}};
init({timeout, S}) -> {ok, S, 20};
init({hibernate, S}) -> {ok, S, hibernate};
init(ignore) -> ignore;
init({stop, R}) -> {stop, R};
init({crash, R}) -> error(R);
init(Args) -> {ok, Args}.
handle_call(get, _, S) -> {reply, S, S};
handle_call({set, X}, _, S) -> {reply, S, X};
handle_call({later, X}, From, S) -> spawn(fun() -> gen_server:reply(From, X) end), {noreply, S};
handle_call(never, _, S) -> {noreply, S};
handle_call({stop, R}, _, S) -> {stop, R, stopping, S};
handle_call({hibernate, X}, _, S) -> {reply, X, S, hibernate};
handle_call(crash, _, _) -> exit(crashed);
handle_call({continue, X}, _, S) -> {reply, ok, S, {continue, X}}.
handle_cast({set, X}, _) -> {noreply, X};
handle_cast({stop, R}, S) -> {stop, R, S};
handle_cast({timeout, T}, S) -> {noreply, S, T};
handle_cast({tell, P, X}, S) -> P ! {told, X}, {noreply, S}.
handle_info(timeout, _) -> {noreply, timed_out};
handle_info({add, X}, S) -> {noreply, [X | S]};
handle_info({tell, P}, S) -> P ! {state, S}, {noreply, S}.
handle_continue(X, S) -> {noreply, {continued, X, S}}.
terminate(R, {report, P}) -> P ! {terminated, R};
terminate(_, _) -> ok.
code_change(_, S, _) -> {ok, S}.

server(S) -> {ok, P} = gen_server:start(?MODULE, {state, S}, []), P.
gs_call() -> P = server(1), [gen_server:call(P, get), gen_server:call(P, {set, 2}), gen_server:call(P, get), gen_server:stop(P), is_process_alive(P)].
gs_cast() -> P = server(1), gen_server:cast(P, {set, 5}), gen_server:call(P, get).
gs_info() -> P = server([]), P ! {add, a}, P ! {add, b}, gen_server:call(P, get).
gs_later() -> P = server(1), gen_server:call(P, {later, x}).
gs_timeout() -> P = server(1), try gen_server:call(P, never, 20) catch exit:{timeout, {gen_server, call, [_, never, 20]}} -> timed_out end.
gs_named() -> {ok, _} = gen_server:start({local, gsn}, ?MODULE, {state, 1}, []), {gen_server:call(gsn, get), case gen_server:start({local, gsn}, ?MODULE, {state, 1}, []) of {error, {already_started, P}} when is_pid(P) -> already end, gen_server:stop(gsn), whereis(gsn)}.
gs_noproc() -> try gen_server:call(nobody_here, get) catch exit:{noproc, {gen_server, call, A}} -> A end.
gs_dead() -> P = server(1), gen_server:stop(P), try gen_server:call(P, get) catch exit:{R, _} -> R end.
gs_continue() -> {ok, P} = gen_server:start(?MODULE, {continue, 1}, []), [gen_server:call(P, get), gen_server:call(P, {continue, y}), gen_server:call(P, get)].
gs_init_timeout() -> {ok, P} = gen_server:start(?MODULE, {timeout, 1}, []), timer:sleep(50), gen_server:call(P, get).
gs_cast_timeout() -> P = server(1), gen_server:cast(P, {timeout, 10}), timer:sleep(50), gen_server:call(P, get).
gs_hibernate() -> {ok, P} = gen_server:start(?MODULE, {hibernate, 1}, []), [gen_server:call(P, get), gen_server:call(P, {hibernate, z}), gen_server:call(P, get)].
gs_ignore() -> gen_server:start(?MODULE, ignore, []).
gs_init_stop() -> gen_server:start(?MODULE, {stop, normal}, []).
gs_stop_call() -> S = self(), {ok, P} = gen_server:start(?MODULE, {state, {report, S}}, []), R = gen_server:call(P, {stop, normal}), {R, next()}.
gs_stop_normal() -> S = self(), {ok, P} = gen_server:start(?MODULE, {state, {report, S}}, []), gen_server:stop(P, shutdown, 1000), next().
gs_link_stop() -> process_flag(trap_exit, true), {ok, P} = gen_server:start_link(?MODULE, {state, 1}, []), gen_server:cast(P, {stop, shutdown}), receive {'EXIT', P, R} -> R end.
gs_monitor() -> {ok, {P, R}} = gen_server:start_monitor(?MODULE, {state, 1}, []), gen_server:stop(P), receive {'DOWN', R, process, P, X} -> X end.
gs_requests() -> P = server(1), Rs = [gen_server:send_request(P, {set, N}) || N <- [2, 3, 4]], [gen_server:wait_response(R, 1000) || R <- Rs].
gs_receive_response() -> P = server(1), R = gen_server:send_request(P, get), gen_server:receive_response(R, 1000).
gs_many_clients() -> P = server(0), S = self(), [spawn(fun() -> gen_server:call(P, get), S ! done end) || _ <- lists:seq(1, 10)], [next() || _ <- lists:seq(1, 10)].
gs_multi() -> Ps = [server(N) || N <- lists:seq(1, 5)], [gen_server:call(P, get) || P <- Ps].
gs_parent_exit() -> process_flag(trap_exit, true), S = self(), {ok, P} = gen_server:start(?MODULE, {state, {report, S}}, []), R = monitor(process, P), exit(P, kill), receive {'DOWN', R, _, _, X} -> X end.
gs_sys() -> P = server(1), [sys:get_state(P), sys:replace_state(P, fun(X) -> X + 10 end), gen_server:call(P, get), sys:suspend(P), sys:resume(P), gen_server:call(P, get), element(1, sys:get_status(P))].
gs_start_timeout() -> gen_server:start(?MODULE, {state, 1}, [{timeout, 1000}, {spawn_opt, [{priority, high}]}]) /= error.

handle_event(E, {event, P}) -> P ! {event, E}, {ok, {event, P}}.
handle_call(ask, {event, P}) -> {ok, answer, {event, P}}.

%% ---- gen_statem: a door with a code

handle_event(enter, Old, New, {P, _}) -> P ! {enter, Old, New}, {keep_state, {P, []}, case New of open -> [{state_timeout, 20, lock}]; _ -> [] end};
handle_event({call, F}, state, S, _) -> {keep_state_and_data, [{reply, F, S}]};
handle_event({call, F}, {press, _}, open, _) -> {keep_state_and_data, [{reply, F, already_open}]};
handle_event({call, F}, {press, N}, locked, {P, Ns}) ->
    case [N | Ns] of
        [3, 2, 1] -> {next_state, open, {P, []}, [{reply, F, opened}]};
        L when length(L) >= 3 -> {keep_state, {P, []}, [{reply, F, wrong}]};
        L -> {keep_state, {P, L}, [{reply, F, more}]}
    end;
handle_event(state_timeout, lock, open, D) -> {next_state, locked, D};
handle_event(cast, later, open, _) -> {keep_state_and_data, [postpone]};
handle_event(cast, later, locked, {P, _}) -> P ! was_postponed, keep_state_and_data;
handle_event({timeout, name}, X, _, {P, _}) -> P ! {named_timeout, X}, keep_state_and_data;
handle_event(cast, {named, T, X}, _, _) -> {keep_state_and_data, [{{timeout, name}, T, X}]};
handle_event(cast, {next, X}, _, _) -> {keep_state_and_data, [{next_event, internal, X}]};
handle_event(internal, X, _, {P, _}) -> P ! {internal, X}, keep_state_and_data.
sm_postpone() ->
    {ok, P} = gen_statem:start(?MODULE, {door, self()}, []), [gen_statem:call(P, {press, D}) || D <- [1, 2, 3]], gen_statem:cast(P, later), timer:sleep(60), all().
sm_timeouts() -> {ok, P} = gen_statem:start(?MODULE, {door, self()}, []), gen_statem:cast(P, {named, 30, a}), gen_statem:cast(P, {named, 10, b}), gen_statem:cast(P, {next, c}), all().

callback_mode() -> [handle_event_function, state_enter].
sm_door() ->
    {ok, P} = gen_statem:start(?MODULE, {door, self()}, []), S0 = [gen_statem:call(P, {press, D}) || D <- [1, 2, 4]],
    S1 = [gen_statem:call(P, {press, D}) || D <- [1, 2, 3]], timer:sleep(60), S2 = gen_statem:call(P, state), gen_statem:stop(P), {S0, S1, S2, all()}.

%% ---- supervisor

sup_one_for_one() ->
    process_flag(trap_exit, true), S = self(),
    {ok, Sup} = supervisor:start_link(?MODULE, {sup, one_for_one, [child(a, S), child(b, S)]}),
    Started = [next(), next()], Counts = supervisor:count_children(Sup), Ids = lists:sort([Id || {Id, _, _, _} <- supervisor:which_children(Sup)]),
    ok = supervisor:terminate_child(Sup, a), D = supervisor:delete_child(Sup, a), {ok, _} = supervisor:start_child(Sup, child(c, S)), More = next(),
    unlink(Sup), exit(Sup, shutdown), R = monitor(process, Sup), receive {'DOWN', R, _, _, _} -> ok end, {Started, Counts, Ids, D, More}.
child(Id, S) -> #{id => Id, start => {?MODULE, start_child, [Id, S]}, restart => permanent, shutdown => 100}.
start_child(Id, S) -> proc_lib:start_link(?MODULE, child_init, [Id, S]).
child_init(Id, S) -> S ! {started, Id}, proc_lib:init_ack({ok, self()}), child_loop().
child_loop() -> receive {stop, R} -> exit(R); _ -> child_loop() end.
sup_errors() -> process_flag(trap_exit, true), {ok, Sup} = supervisor:start_link(?MODULE, {sup, one_for_one, []}),
    [supervisor:terminate_child(Sup, x), supervisor:delete_child(Sup, x), supervisor:restart_child(Sup, x), supervisor:start_child(Sup, foo), supervisor:which_children(Sup)].
sup_simple() -> process_flag(trap_exit, true), S = self(), {ok, Sup} = supervisor:start_link(?MODULE, {sup, simple_one_for_one, [#{id => w, start => {?MODULE, start_child, []}}]}),
    [supervisor:start_child(Sup, [N, S]) || N <- [1, 2, 3]], {[next() || _ <- [1, 2, 3]], supervisor:count_children(Sup)}.
sup_temporary_normal() -> process_flag(trap_exit, true), S = self(), {ok, Sup} = supervisor:start_link(?MODULE, {sup, one_for_one, []}),
    {ok, P} = supervisor:start_child(Sup, (child(t, S))#{restart => transient}), R = monitor(process, P), P ! {stop, normal}, receive {'DOWN', R, _, _, _} -> ok end, [{t, undefined, worker, [?MODULE]}] =:= supervisor:which_children(Sup).

%% ---- gen_event, proc_lib

ev() -> {ok, P} = gen_event:start(), S = self(), [gen_event:add_handler(P, ?MODULE, {event, S}), gen_event:notify(P, hello), gen_event:sync_notify(P, world), gen_event:call(P, ?MODULE, ask), gen_event:which_handlers(P), gen_event:delete_handler(P, ?MODULE, why), gen_event:stop(P), all()].
pl_spawn() -> S = self(), P = proc_lib:spawn(fun() -> S ! {get('$initial_call') =/= undefined, length(get('$ancestors'))} end), R = monitor(process, P), {next(), receive {'DOWN', R, _, _, X} -> X end}.
pl_start() -> [proc_lib:start(?MODULE, pl_init, [ok]), proc_lib:start(?MODULE, pl_init, [exit])] =:= [{ok, fine}, {error, early}].
pl_init(ok) -> proc_lib:init_ack({ok, fine}); pl_init(exit) -> exit(early).
pl_stop() -> P = server(1), proc_lib:stop(P).
