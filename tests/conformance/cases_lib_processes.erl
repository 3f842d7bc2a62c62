%% gen_server, gen_statem, gen_event, supervisor, proc_lib, sys, eunit. What a case gives holds no pids.
-module(cases_lib_processes).
-import(conformance_runner, [clean/1]).
-export([cases/0, init/1, callback_mode/0, handle_event/4, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2, terminate/3, code_change/3, code_change/4,
         handle_event/2, handle_call/2]).
-export([server/1, statem/1, event/1, strategy/3, restarts/1, proc/1, sys_/1, eunit/1, link_worker/2, spawned/2, one_test/0, two_test/0, gen_test_/0, timer/1]).

cases() ->
    [{?MODULE, server, [W]} || W <- [call, cast, info, continue, timeout, stop, crash, noproc, late, multi, stop_reply, named, ignore, init_stop, init_crash, state, hibernate, enter_loop, bad_return, from, reqids]] ++
        [{?MODULE, statem, [W]} || W <- [postpone, state_timeout, event_timeout, generic_timeout, enter, next_event, stop, internal, cancel, update, reply, keep, change_callback, bad, repeat, hibernate]] ++
        [{?MODULE, event, [W]} || W <- [add, notify, delete, swap, call, crash, sup, which]] ++
        [{?MODULE, strategy, [S, T, V]} || S <- [one_for_one, one_for_all, rest_for_one], T <- [permanent, transient, temporary], V <- [a, b, c]] ++
        [{?MODULE, restarts, [W]} || W <- [intensity, simple, count, delete, terminate, restart, dynamic, shutdown, significant, which, bad_spec, duplicate, start_fails, get_spec, auto_shutdown]] ++
        [{?MODULE, proc, [W]} || W <- [start, start_link, ack_error, timeout, crash, initial_call, spawn_opt, stop, stop_noproc, hibernate, translate, spawn_link, start_monitor]] ++
        [{?MODULE, sys_, [W]} || W <- [get_state, replace_state, suspend, status, statistics, log, change_code, terminate, debug_options]] ++
        [{?MODULE, eunit, [W]} || W <- [passes, fails, generator, fixture, timeout, module]] ++
        [{?MODULE, timer, [W]} || W <- [send_after, apply_after, interval, cancel, sleep, exit_after, kill_after, units, bad]].

collect() -> collect(0).
collect(Time) -> receive M -> [M | collect(Time)] after Time -> [] end.
later(T) -> receive after T -> ok end.
caught(F) -> try F() catch C:R -> {C, clean(R)} end.

%% ---- gen_server
init({server, ignore}) -> ignore;
init({server, {stop, R}}) -> {stop, R};
init({server, {crash, R}}) -> erlang:error(R);
init({server, {continue, S}}) -> {ok, S, {continue, go}};
init({server, {timeout, S}}) -> {ok, S, 5};
init({server, trap, S}) -> process_flag(trap_exit, true), {ok, S};
init({server, S}) -> {ok, S};
init({statem, State, Data}) -> {ok, State, Data};
init({statem, State, Data, Actions}) -> {ok, State, Data, Actions};
init({event, crash}) -> erlang:error(crash);
init({event, S}) -> {ok, S};
init({{event, S}, Old}) -> {ok, {S, from, Old}};
init({supervisor, Flags, Specs}) -> {ok, {Flags, Specs}};
init({supervisor, Other}) -> Other.

handle_call(get, _, S) -> {reply, S, S};
handle_call({set, N}, _, S) -> {reply, S, N};
handle_call(later, From, S) -> gen_server:cast(self(), {reply, From}), {noreply, S};
handle_call(continue, _, S) -> {reply, ok, S, {continue, go}};
handle_call(timeout, _, S) -> {reply, ok, S, 10};
handle_call(hibernate, _, S) -> {reply, ok, S, hibernate};
handle_call(never, _, S) -> {noreply, S};
handle_call({from, _}, {_, Tag}, S) -> {reply, is_reference(Tag) orelse is_list(Tag), S};
handle_call(bad, _, _) -> bad_return;
handle_call({stop, R}, _, S) -> {stop, R, stopped, S};
handle_call({stop_noreply, R}, _, S) -> {stop, R, S};
handle_call({crash, R}, _, _) -> erlang:error(R).
handle_cast({reply, From}, S) -> gen_server:reply(From, {late, S}), {noreply, S};
handle_cast({set, N}, _) -> {noreply, N};
handle_cast({stop, R}, S) -> {stop, R, S};
handle_cast({tell, P}, S) -> P ! {state, S}, {noreply, S}.
handle_continue(go, S) -> {noreply, {continued, S}}.
handle_info(timeout, S) -> {noreply, {timed_out, S}};
handle_info({tell, P, M}, S) -> P ! M, {noreply, S};
handle_info(I, S) -> {noreply, {info, I, S}}.
terminate(R, {tell, P}) -> P ! {terminated, R};
terminate(R, {stop, P}) when is_pid(P) -> P ! {handler_stopped, R};
terminate(_, _) -> terminated.
code_change(_, S, Extra) -> {ok, {changed, S, Extra}}.

start(X) -> {ok, P} = gen_server:start(?MODULE, X, []), P.

server(call) -> P = start({server, 1}), [gen_server:call(P, get), gen_server:call(P, {set, 2}), gen_server:call(P, get)];
server(cast) -> P = start({server, 1}), gen_server:cast(P, {set, 5}), gen_server:call(P, get);
server(info) -> P = start({server, 1}), P ! hello, gen_server:call(P, get);
server(continue) -> P = start({server, {continue, 1}}), [gen_server:call(P, get), gen_server:call(P, continue), gen_server:call(P, get)];
server(timeout) -> P = start({server, {timeout, 1}}), later(20), A = gen_server:call(P, get), gen_server:call(P, timeout), later(30), [A, gen_server:call(P, get)];
server(stop) -> P = start({server, trap, {tell, self()}}), {gen_server:stop(P), is_process_alive(P), collect()};
server(crash) -> P = start({server, 1}), M = monitor(process, P), R = caught(fun() -> gen_server:call(P, {crash, oops}) end), {R, receive {'DOWN', M, _, _, D} -> clean(D) end};
server(noproc) -> [caught(fun() -> gen_server:call(nobody, get) end), gen_server:cast(nobody, x), caught(fun() -> gen_server:stop(nobody) end)];
server(late) -> P = start({server, 1}), [gen_server:call(P, later), caught(fun() -> gen_server:call(P, never, 5) end)];
server(multi) -> Ps = [start({server, I}) || I <- lists:seq(1, 5)], [gen_server:cast(P, {tell, self()}) || P <- Ps], lists:sort(collect(10));
server(stop_reply) -> P = start({server, {tell, self()}}), [gen_server:call(P, {stop, normal}), collect(5), caught(fun() -> gen_server:call(start({server, 1}), {stop_noreply, shutdown}) end)];
server(named) -> {ok, P} = gen_server:start({local, conf_server}, ?MODULE, {server, 1}, []), R = {gen_server:call(conf_server, get), clean(gen_server:start({local, conf_server}, ?MODULE, {server, 1}, []))}, gen_server:stop(P), R;
server(ignore) -> gen_server:start(?MODULE, {server, ignore}, []);
server(init_stop) -> [gen_server:start(?MODULE, {server, {stop, R}}, []) || R <- [normal, why, shutdown]];
server(init_crash) -> clean(gen_server:start(?MODULE, {server, {crash, boom}}, []));
server(state) -> P = start({server, 1}), [sys:get_state(P), sys:replace_state(P, fun(S) -> S + 10 end), gen_server:call(P, get)];
server(hibernate) -> P = start({server, 1}), [gen_server:call(P, hibernate), gen_server:call(P, get)];
server(enter_loop) -> P = proc_lib:spawn(fun() -> gen_server:enter_loop(?MODULE, [], entered) end), gen_server:call(P, get);
server(bad_return) -> P = start({server, 1}), caught(fun() -> gen_server:call(P, bad) end);
server(from) -> P = start({server, 1}), gen_server:call(P, {from, self()});
server(reqids) -> P = start({server, 7}), R1 = gen_server:send_request(P, get), R2 = gen_server:send_request(P, later),
                  [gen_server:wait_response(R2, 100), gen_server:receive_response(R1, 100), gen_server:wait_response(gen_server:send_request(P, never), 5), gen_server:reqids_size(gen_server:reqids_new())].

%% ---- gen_statem
callback_mode() -> [handle_event_function, state_enter].

%% Data: a list of what happened, newest first.
handle_event(enter, Old, New, D) -> {keep_state, [{enter, Old, New} | D]};
handle_event({call, From}, get, S, D) -> {keep_state_and_data, [{reply, From, {S, lists:reverse(D)}}]};
handle_event({call, From}, {go, S, Actions}, _, D) -> {next_state, S, D, [{reply, From, ok} | Actions]};
handle_event({call, From}, {actions, Actions}, _, D) -> {keep_state, D, [{reply, From, ok} | Actions]};
handle_event({call, From}, repeat, _, D) -> {repeat_state, D, [{reply, From, ok}]};
handle_event({call, From}, {stop, R}, _, D) -> {stop_and_reply, R, [{reply, From, stopping}], D};
handle_event({call, _}, bad, _, _) -> bad;
handle_event({call, From}, hibernate, _, _) -> {keep_state_and_data, [{reply, From, ok}, hibernate]};
handle_event({call, From}, push, _, _) -> {keep_state_and_data, [push_callback_module(), {reply, From, ok}]};
handle_event(cast, {only, S, X}, S, D) -> {keep_state, [{got, S, X} | D]};
handle_event(cast, {only, _, X}, S, D) -> {keep_state, [{postponed, S, X} | D], [postpone]};
handle_event(T, E, S, D) -> {keep_state, [{T, E, S} | D]}.
push_callback_module() -> {push_callback_module, ?MODULE}.
terminate(R, _, [{tell, P} | _]) -> P ! {terminated, R};
terminate(_, _, _) -> ok.
code_change(_, S, D, Extra) -> {ok, S, [{changed, Extra} | D]}.

machine(State, Actions) -> {ok, P} = gen_statem:start(?MODULE, {statem, State, [], Actions}, []), P.
get_statem(P) -> gen_statem:call(P, get).

statem(postpone) -> P = machine(a, []), [gen_statem:cast(P, {only, b, I}) || I <- [1, 2]], gen_statem:cast(P, {only, a, 3}), gen_statem:call(P, {go, c, []}), gen_statem:call(P, {go, b, []}), get_statem(P);
statem(state_timeout) -> P = machine(a, [{state_timeout, 5, one}]), later(20), A = get_statem(P), gen_statem:call(P, {go, b, [{state_timeout, 5, two}]}), gen_statem:call(P, {go, c, []}), later(20), [A, get_statem(P)];
statem(event_timeout) -> P = machine(a, [{timeout, 5, quiet}]), later(20), gen_statem:call(P, {actions, [5]}), later(20), gen_statem:call(P, {actions, [{timeout, 10, x}]}), P ! noise, later(30), get_statem(P);
statem(generic_timeout) -> P = machine(a, [{{timeout, t1}, 5, one}, {{timeout, t2}, 10, two}, {{timeout, t3}, infinity, no}]), later(30), get_statem(P);
statem(enter) -> P = machine(a, []), [gen_statem:call(P, {go, S, []}) || S <- [b, b, a]], get_statem(P);
statem(next_event) -> P = machine(a, [{next_event, internal, first}, {next_event, cast, second}]), gen_statem:call(P, {actions, [{next_event, info, third}]}), get_statem(P);
statem(stop) -> P = machine(a, []), M = monitor(process, P), [gen_statem:call(P, {stop, normal}), receive {'DOWN', M, _, _, R} -> R end, gen_statem:stop(machine(a, [])), caught(fun() -> gen_statem:call(P, get) end)];
statem(internal) -> P = machine(a, [{next_event, internal, {nested, 1}}, {state_timeout, 0, zero}]), get_statem(P);
statem(cancel) -> P = machine(a, [{state_timeout, 5, x}, {{timeout, g}, 5, y}]), gen_statem:call(P, {actions, [{state_timeout, cancel}, {{timeout, g}, cancel}]}), later(20), get_statem(P);
statem(update) -> P = machine(a, [{state_timeout, 5, x}]), gen_statem:call(P, {actions, [{state_timeout, update, y}]}), later(20), get_statem(P);
statem(reply) -> P = machine(a, []), [caught(fun() -> gen_statem:call(P, nothing, 5) end), clean(gen_statem:wait_response(gen_statem:send_request(P, get), 100))];
statem(keep) -> P = machine(a, []), P ! info, gen_statem:cast(P, cast), get_statem(P);
statem(change_callback) -> P = machine(a, []), gen_statem:call(P, push), get_statem(P);
statem(bad) -> P = machine(a, []), caught(fun() -> gen_statem:call(P, bad) end);
statem(repeat) -> P = machine(a, []), gen_statem:call(P, repeat), get_statem(P);
statem(hibernate) -> P = machine(a, []), gen_statem:call(P, hibernate), get_statem(P).

%% ---- gen_event
handle_event(crash, _) -> erlang:error(crashed);
handle_event(remove, _) -> remove_handler;
handle_event({swap, A}, S) -> {swap_handler, swapped, S, {?MODULE, 2}, {event, A}};
handle_event(E, S) when is_list(S) -> {ok, [E | S]};
handle_event({tell, P}, S) -> P ! {told, S}, {ok, S};
handle_event(E, S) -> {ok, {E, S}}.
handle_call(get, S) -> {ok, S, S};
handle_call(remove, S) -> {remove_handler, {bye, S}};
handle_call({set, X}, S) -> {ok, S, X}.

manager() -> {ok, P} = gen_event:start(), P.
event(add) -> P = manager(), [gen_event:add_handler(P, ?MODULE, {event, []}), gen_event:add_handler(P, {?MODULE, 2}, {event, []}), gen_event:add_handler(P, ?MODULE, {event, []}), clean(gen_event:add_handler(P, {?MODULE, 3}, {event, crash})),
                              lists:sort(gen_event:which_handlers(P))];
event(notify) -> P = manager(), gen_event:add_handler(P, ?MODULE, {event, []}), gen_event:notify(P, one), gen_event:sync_notify(P, two), gen_event:call(P, ?MODULE, get);
event(delete) -> P = manager(), gen_event:add_handler(P, ?MODULE, {event, []}), [gen_event:delete_handler(P, ?MODULE, why), gen_event:delete_handler(P, ?MODULE, why), gen_event:which_handlers(P)];
event(swap) -> P = manager(), gen_event:add_handler(P, ?MODULE, {event, x}), gen_event:sync_notify(P, {swap, y}), [gen_event:which_handlers(P), gen_event:call(P, {?MODULE, 2}, get)];
event(call) -> P = manager(), gen_event:add_handler(P, ?MODULE, {event, x}), [gen_event:call(P, ?MODULE, {set, z}), gen_event:call(P, ?MODULE, remove), gen_event:call(P, ?MODULE, get), gen_event:call(P, other, get)];
event(crash) -> P = manager(), gen_event:add_handler(P, ?MODULE, {event, x}), gen_event:sync_notify(P, crash), [gen_event:which_handlers(P), is_process_alive(P)];
event(sup) -> P = manager(), gen_event:add_sup_handler(P, ?MODULE, {event, x}), gen_event:sync_notify(P, remove), clean(collect(5));
event(which) -> P = manager(), A = gen_event:which_handlers(P), [A, gen_event:stop(P), is_process_alive(P)].

%% ---- supervisor
link_worker(Name, Report) ->
    Parent = self(),
    P = spawn_link(fun() -> register(Name, self()), Report ! {started, Name}, Parent ! {self(), up}, worker(Name, Report) end),
    receive {P, up} -> {ok, P} end.
worker(Name, Report) -> receive stop -> ok; {exit, R} -> exit(R); {ask, From} -> From ! {Name, here}, worker(Name, Report) end.

spec(Id, Restart) -> #{id => Id, start => {?MODULE, link_worker, [Id, self()]}, restart => Restart, shutdown => 100}.
supervise(Flags, Specs) -> {ok, S} = supervisor:start_link(?MODULE, {supervisor, Flags, Specs}), S.
finish(S) -> unlink(S), exit(S, shutdown), M = monitor(process, S), receive {'DOWN', M, _, _, R} -> R after 1000 -> alive end.
children(S) -> lists:sort([{Id, is_pid(P), T, M} || {Id, P, T, M} <- supervisor:which_children(S)]).

%% The child `Victim` ends, once normally and once not: who is started again?
strategy(Strategy, Restart, Victim) ->
    S = supervise(#{strategy => Strategy, intensity => 5, period => 10}, [spec(Id, Restart) || Id <- [a, b, c]]),
    Start = collect(5),
    Victim ! {exit, crash}, later(20),
    First = collect(5),
    catch (Victim ! stop), later(20),
    Second = collect(5),
    R = {Start, First, Second, children(S), supervisor:count_children(S)},
    finish(S), collect(5),
    R.

restarts(intensity) ->
    process_flag(trap_exit, true),
    S = supervise(#{strategy => one_for_one, intensity => 1, period => 5}, [spec(a, permanent)]),
    a ! {exit, one}, later(20), a ! {exit, two}, R = receive {'EXIT', S, X} -> X after 100 -> alive end, process_flag(trap_exit, false), {R, whereis(a), collect(5)};
restarts(simple) ->
    S = supervise(#{strategy => simple_one_for_one}, [#{id => w, start => {?MODULE, link_worker, []}}]),
    Rs = [case supervisor:start_child(S, [N, self()]) of {ok, _} -> ok; E -> E end || N <- [a, b, c]], b ! {exit, x}, later(20),
    R = {Rs, lists:sort(collect(5)), supervisor:count_children(S), length(supervisor:which_children(S)), supervisor:terminate_child(S, whereis(a)), clean(supervisor:restart_child(S, w)), supervisor:count_children(S)}, finish(S), R;
restarts(count) -> S = supervise(#{}, [spec(a, permanent), spec(b, temporary)]), R = supervisor:count_children(S), finish(S), collect(5), R;
restarts(delete) -> S = supervise(#{}, [spec(a, permanent)]), R = [supervisor:delete_child(S, a), supervisor:terminate_child(S, a), supervisor:delete_child(S, a), supervisor:delete_child(S, a), children(S)], finish(S), collect(5), R;
restarts(terminate) -> S = supervise(#{}, [spec(a, temporary), spec(b, permanent)]), R = [supervisor:terminate_child(S, a), supervisor:terminate_child(S, b), supervisor:terminate_child(S, zz), children(S)], finish(S), collect(5), R;
restarts(restart) -> S = supervise(#{}, [spec(a, permanent)]), R = [clean(supervisor:restart_child(S, a)), supervisor:terminate_child(S, a), clean(supervisor:restart_child(S, a)), clean(supervisor:restart_child(S, b)), children(S)], finish(S), collect(5), R;
restarts(dynamic) -> S = supervise(#{}, []), R = [clean(supervisor:start_child(S, spec(a, permanent))), clean(supervisor:start_child(S, spec(a, permanent))), clean(supervisor:start_child(S, {x, bad})), children(S)], finish(S), collect(5), R;
restarts(shutdown) ->
    S = supervise(#{}, [(spec(a, permanent))#{shutdown => brutal_kill}, (spec(b, permanent))#{shutdown => infinity}, (spec(c, permanent))#{shutdown => 10}]),
    Ms = [{N, monitor(process, N)} || N <- [a, b, c]], F = finish(S), R = {F, [receive {'DOWN', M, _, _, X} -> {N, X} end || {N, M} <- Ms]}, collect(5), R;
restarts(significant) ->
    process_flag(trap_exit, true),
    S = supervise(#{auto_shutdown => any_significant}, [(spec(a, transient))#{significant => true}, spec(b, permanent)]), a ! stop, R = receive {'EXIT', S, X} -> X after 200 -> alive end, process_flag(trap_exit, false), collect(5), R;
restarts(auto_shutdown) ->
    process_flag(trap_exit, true),
    S = supervise(#{auto_shutdown => all_significant}, [(spec(N, temporary))#{significant => true} || N <- [a, b]]), a ! stop, later(20), Alive = is_process_alive(S), b ! stop, R = receive {'EXIT', S, X} -> X after 200 -> alive end,
    process_flag(trap_exit, false), collect(5), {Alive, R};
restarts(which) -> S = supervise(#{}, [(spec(a, permanent))#{type => supervisor, modules => dynamic}]), R = children(S), finish(S), collect(5), R;
restarts(bad_spec) -> [clean(supervisor:check_childspecs([X])) || X <- [spec(a, permanent), {a, b}, #{id => x}, #{id => x, start => {a, b, []}, restart => sometimes}, #{id => x, start => {a, b, []}, shutdown => -1}, {a, {m, f, []}, permanent, 5, worker, [m]}]] ++
                          [caught(fun() -> supervisor:start_link(?MODULE, {supervisor, Bad}) end) || Bad <- [ignore]];
restarts(duplicate) -> supervisor:check_childspecs([spec(a, permanent), spec(a, permanent)]);
restarts(start_fails) -> process_flag(trap_exit, true), R = [clean(supervisor:start_link(?MODULE, {supervisor, #{}, [spec(a, permanent), #{id => b, start => {?MODULE, no_such, []}}]})), clean(supervisor:start_link(?MODULE, {supervisor, #{strategy => foo}, []})), clean(supervisor:start_link(?MODULE, {supervisor, what}))],
                         later(10), process_flag(trap_exit, false), X = clean(collect(5)), {R, X};
restarts(get_spec) -> S = supervise(#{}, [spec(a, permanent)]), R = [clean(supervisor:get_childspec(S, a)), supervisor:get_childspec(S, b)], finish(S), collect(5), R.

%% ---- proc_lib
spawned(ok, P) -> proc_lib:init_ack(P, {ok, self()}), receive stop -> ok end;
spawned({error, E}, P) -> proc_lib:init_ack(P, {error, E});
spawned(silent, _) -> receive stop -> ok end;
spawned({exit, R}, _) -> exit(R);
spawned({crash, R}, _) -> erlang:error(R).

proc(start) -> {ok, P} = proc_lib:start(?MODULE, spawned, [ok, self()]), A = is_process_alive(P), P ! stop, A;
proc(start_link) -> {ok, P} = proc_lib:start_link(?MODULE, spawned, [ok, self()]), {links, L} = process_info(self(), links), A = lists:member(P, L), P ! stop, later(5), A;
proc(ack_error) -> proc_lib:start(?MODULE, spawned, [{error, why}, self()]);
proc(timeout) -> proc_lib:start(?MODULE, spawned, [silent, self()], 5);
proc(crash) -> [clean(proc_lib:start(?MODULE, spawned, [X, self()])) || X <- [{exit, normal}, {exit, bad}, {crash, worse}]];
proc(initial_call) -> P = proc_lib:spawn(?MODULE, spawned, [silent, self()]), later(5), R = {proc_lib:initial_call(P), proc_lib:translate_initial_call(P)}, P ! stop, clean(R);
proc(spawn_opt) -> {P, M} = proc_lib:spawn_opt(?MODULE, spawned, [silent, self()], [monitor]), P ! stop, receive {'DOWN', M, _, _, R} -> R end;
proc(stop) -> {ok, P} = gen_server:start(?MODULE, {server, 1}, []), {proc_lib:stop(P), is_process_alive(P)};
proc(stop_noproc) -> caught(fun() -> proc_lib:stop(nobody) end);
proc(hibernate) -> Me = self(), P = proc_lib:spawn(fun() -> proc_lib:hibernate(?MODULE, spawned, [silent, Me]) end), M = monitor(process, P), P ! stop, receive {'DOWN', M, _, _, R} -> R end;
proc(translate) -> {ok, P} = gen_server:start(?MODULE, {server, 1}, []), {proc_lib:translate_initial_call(P), proc_lib:initial_call(P)};
proc(spawn_link) -> process_flag(trap_exit, true), P = proc_lib:spawn_link(?MODULE, spawned, [{crash, x}, self()]), R = receive {'EXIT', P, X} -> clean(X) end, process_flag(trap_exit, false), R;
proc(start_monitor) -> {{ok, P}, M} = proc_lib:start_monitor(?MODULE, spawned, [ok, self()]), P ! stop, receive {'DOWN', M, _, P, R} -> R end.

%% ---- sys
sys_(get_state) -> [sys:get_state(start({server, 1})), sys:get_state(machine(a, [])), begin P = manager(), gen_event:add_handler(P, ?MODULE, {event, x}), sys:get_state(P) end];
sys_(replace_state) -> P = start({server, 1}), [sys:replace_state(P, fun(_) -> new end), sys:get_state(P), caught(fun() -> sys:replace_state(P, fun(_) -> erlang:error(x) end) end)];
sys_(suspend) -> P = start({server, 1}), sys:suspend(P), A = caught(fun() -> gen_server:call(P, get, 5) end), sys:resume(P), [A, gen_server:call(P, get)];
sys_(status) -> {status, _, {module, M}, [_, S, _, D, _]} = sys:get_status(start({server, 1})), {M, S, D};
sys_(statistics) -> P = start({server, 1}), sys:statistics(P, true), gen_server:call(P, get), {ok, L} = sys:statistics(P, get), {[X || {K, _} = X <- L, K =:= messages_in orelse K =:= messages_out], sys:statistics(P, false)};
sys_(log) -> P = start({server, 1}), sys:log(P, {true, 5}), gen_server:cast(P, {set, 3}), gen_server:call(P, get), {ok, L} = sys:log(P, get), length(L);
sys_(change_code) -> P = start({server, 1}), sys:suspend(P), R = sys:change_code(P, ?MODULE, old, extra), sys:resume(P), [R, sys:get_state(P)];
sys_(terminate) -> P = start({server, trap, {tell, self()}}), [sys:terminate(P, done), clean(collect(5))];
sys_(debug_options) -> [clean(sys:debug_options(O)) || O <- [[], [statistics], [foo]]] =/= [].

%% ---- eunit
one_test() -> 2 = 1 + 1.
two_test() -> ok.
gen_test_() -> [fun() -> ok end, {"titled", fun() -> true end}, [fun() -> 1 = 1 end]].

eunit(passes) -> eunit:test(fun() -> ok end);
eunit(fails) -> eunit:test([fun() -> ok end, fun() -> erlang:error(no) end]);
eunit(generator) -> eunit:test({generator, fun() -> [fun() -> ok end, fun() -> ok end] end});
eunit(fixture) -> R = eunit:test({setup, fun() -> self() ! up, x end, fun(x) -> ok end, fun(x) -> [fun() -> ok end, {"b", fun() -> x = x end}] end}), {R, length(collect(5)) < 2};
eunit(timeout) -> eunit:test({timeout, 0.05, fun() -> receive after infinity -> ok end end});
eunit(module) -> eunit:test(?MODULE, [verbose]).

%% ---- timer
timer(send_after) -> {ok, _} = timer:send_after(5, hello), collect(50);
timer(apply_after) -> {ok, _} = timer:apply_after(5, erlang, send, [self(), applied]), collect(50);
timer(interval) -> {ok, T} = timer:send_interval(10, tick), later(35), timer:cancel(T), length(collect(50)) >= 2;
timer(cancel) -> {ok, T} = timer:send_after(30, no), {ok, cancel} = timer:cancel(T), [timer:cancel(foo), collect(60)];
timer(sleep) -> timer:sleep(3);
timer(exit_after) -> P = spawn(fun() -> receive after infinity -> ok end end), M = monitor(process, P), timer:exit_after(5, P, bye), receive {'DOWN', M, _, _, R} -> R end;
timer(kill_after) -> P = spawn(fun() -> receive after infinity -> ok end end), M = monitor(process, P), timer:kill_after(5, P), receive {'DOWN', M, _, _, R} -> R end;
timer(units) -> [timer:seconds(2), timer:minutes(3), timer:hours(1), timer:hms(1, 2, 3), timer:now_diff({0, 2, 3}, {0, 1, 1})];
timer(bad) -> [clean(timer:send_after(-1, x)), clean(timer:apply_after(a, b, c, d)), clean(timer:cancel({x, y}))].
