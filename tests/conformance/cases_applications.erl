%% Applications: OTP's own controller, masters and supervisors.
-module(cases_applications).
-behaviour(application).
-behaviour(supervisor).
-export([cases/0, alone/1, start/2, stop/1, prep_stop/1, start_phase/3, config_change/3, init/1, worker/1, work/1]).
-compile([export_all, nowarn_export_all]).

cases() ->
    [{?MODULE, alone, [F]} || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, [cases, module_info, next, all])].

alone(F) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit({result, ?MODULE:F()}) end),
    Result = receive
        {'DOWN', Ref, process, Pid, {result, Value}} -> Value;
        {'DOWN', Ref, process, Pid, {Reason, [_ | _]}} -> {died, Reason};
        {'DOWN', Ref, process, Pid, Reason} -> {died, Reason}
    end,
    [begin application:stop(A), application:unload(A) end || A <- [three, two, one]],
    {F, Result}.

next() -> receive M -> M after 200 -> nothing end.
all() -> receive M -> [M | all()] after 100 -> [] end.
app(Name) -> app(Name, []).
app(Name, More) ->
    {application, Name,
     More ++ [{description, "App " ++ atom_to_list(Name)}, {vsn, "1.2"}, {modules, [?MODULE]},
              {registered, [reg]}, {applications, [kernel, stdlib]}, {env, [{a, 1}, {b, [x]}]},
              {mod, {?MODULE, [Name]}}]}.
load(Name) -> ok = application:load(app(Name)).
running() -> lists:sort([A || {A, _, _} <- application:which_applications(), lists:member(A, [one, two, three, kernel, stdlib])]).

%% ---- The application
start(Type, [Name]) ->
    case application:get_env(Name, fail) of
        {ok, error} -> {error, no_way};
        {ok, crash} -> error(crashed);
        {ok, bad} -> bad_value;
        undefined ->
            tell(Name, {start, Name, Type, application:get_application()}),
            case application:get_env(Name, state) of
                {ok, S} -> {ok, P} = supervisor:start_link({local, Name}, ?MODULE, [Name]), {ok, P, S};
                undefined -> supervisor:start_link({local, Name}, ?MODULE, [Name])
            end
    end.
prep_stop(S) -> tell_all({prep_stop, S}), S.
stop(S) -> tell_all({stop, S}), ok.
start_phase(Phase, Type, Args) -> tell_all({phase, Phase, Type, Args}), ok.
config_change(_, _, _) -> ok.
tell(Name, M) -> case application:get_env(Name, boss) of {ok, P} -> P ! M; _ -> ok end.
tell_all(M) -> [P ! M || A <- [one, two, three], {ok, P} <- [application:get_env(A, boss)]].
init([Name]) ->
    {ok, {#{strategy => one_for_one, intensity => 1, period => 5},
          [#{id => w, start => {?MODULE, worker, [Name]}, type => worker}]}}.
worker(Name) -> P = proc_lib:spawn_link(?MODULE, work, [Name]), register(list_to_atom("worker_" ++ atom_to_list(Name)), P), {ok, P}.
work(Name) -> receive {env, P} -> P ! {env, application:get_env(a), application:get_application(), application:get_all_env() =/= []}, work(Name); {print, T} -> io:format("~s", [T]), work(Name); die -> exit(died); stop -> ok end.
boss(Name) -> application:set_env(Name, boss, self()).

%% ---- Loading
load_unload() -> load(one), R = [application:load(app(one)), application:get_key(one, vsn), application:get_key(one, applications), application:get_key(one, nonsense), application:get_key(two, vsn), [case K of {env, E} -> {env, lists:sort(E)}; _ -> K end || K <- element(2, application:get_all_key(one))], lists:keymember(one, 1, application:loaded_applications()), application:unload(one), application:unload(one), lists:keymember(one, 1, application:loaded_applications())], R.
load_errors() -> [application:load(no_such_application), catch application:load(17), application:load({application, x, foo}), catch application:load({application, 17, []}), application:start(no_such_application), application:ensure_all_started(no_such_application)].
env() -> load(one), [application:get_env(one, a), application:get_env(one, c), application:get_env(one, c, dflt), application:set_env(one, c, 3), application:get_env(one, c), lists:sort(application:get_all_env(one)), application:unset_env(one, a), application:get_env(one, a), application:get_env(two, a), application:get_all_env(two)].
env_many() -> [application:set_env([{one, [{x, 1}, {y, 2}]}, {two, [{z, 3}]}]), application:get_env(one, y), application:get_env(two, z), catch application:set_env([{one, [{x, 1}, {x, 2}]}]), element(1, catch application:set_env([{one, x}]))].
env_before_load() -> ok = application:set_env(one, a, before), ok = application:set_env(one, kept, 1, [{persistent, true}]), load(one), [application:get_env(one, a), application:get_env(one, kept), application:get_env(one, b)].
env_of_kernel() -> [application:get_env(kernel, logger_level), application:get_env(kernel, logger_sasl_compatible), application:get_env(stdlib, nothing), application:get_env(kernel, error_logger_format_depth)].
keys_of_kernel() -> [application:get_key(kernel, vsn), application:get_key(stdlib, description), application:get_key(kernel, mod), application:get_application(lists), application:get_application(gen_tcp), application:get_application(cases_applications), application:get_application()].
which() -> [lists:sort([{A, V} || {A, _, V} <- application:which_applications(), A =:= kernel orelse A =:= stdlib]), lists:keymember(kernel, 1, application:loaded_applications())].

%% ---- Starting and stopping
start_stop() -> load(one), boss(one), R = [running(), application:start(one), running(), application:start(one), is_pid(whereis(one)), is_pid(whereis(worker_one)), supervisor:count_children(one), application:stop(one), running(), whereis(one), application:stop(one)], [R, all()].
start_state() -> load(one), boss(one), application:set_env(one, state, 42), [application:start(one), application:stop(one), all()].
start_types() -> [begin load(one), boss(one), R = [application:start(one, T), application:stop(one), all()], application:unload(one), R end || T <- [temporary, transient, permanent]].
start_fails() -> [begin load(one), application:set_env(one, fail, F), R = application:start(one), application:unload(one), case R of {error, {bad_return, {MFA, {'EXIT', {W, _}}}}} -> {bad_return, MFA, W}; _ -> R end end || F <- [error, crash, bad]].
ensure_started() -> load(one), [application:ensure_started(one), application:ensure_started(one), running()].
needs() -> load(one), ok = application:load(app(two, [{applications, [kernel, stdlib, one]}])), [application:start(two), application:start(one), application:start(two), running(), application:stop(one), running()].
ensure_all() -> load(one), ok = application:load(app(two, [{applications, [kernel, stdlib, one]}])), ok = application:load(app(three, [{applications, [two, one]}])), [application:ensure_all_started(three), application:ensure_all_started(three), running(), application:ensure_all_started(one)].
ensure_all_fails() -> load(one), ok = application:load(app(two, [{applications, [one, nowhere]}])), R = application:ensure_all_started(two), [R, running()].
ensure_all_crashes() -> load(one), ok = application:load(app(two, [{applications, [one]}])), application:set_env(two, fail, error), [application:ensure_all_started(two), running()].
optional() -> ok = application:load(app(one, [{applications, [kernel, stdlib, nowhere]}, {optional_applications, [nowhere]}])), [application:ensure_all_started(one), running()].
phases() -> ok = application:load(app(one, [{start_phases, [{first, [1]}, {second, []}]}])), boss(one), [application:start(one), all(), application:stop(one), all()].
included() -> ok = application:load(app(two)), ok = application:load(app(one, [{included_applications, [two]}])), [application:get_key(one, included_applications), application:start(one), application:start(two), running()].
library_app() -> ok = application:load({application, one, [{vsn, "1"}]}), [application:start(one), running(), application:get_key(one, vsn), application:stop(one)].
start_type_() -> [application:start_type()].
supervisor_of() -> load(one), ok = application:start(one), W = whereis(worker_one), S = whereis(one), [application:get_application(W), application:get_application(S), application:get_supervisor(one) =:= {ok, S}].

%% ---- While it runs
inside() -> load(one), ok = application:start(one), worker_one ! {env, self()}, next().
restart() -> load(one), ok = application:start(one), W = whereis(worker_one), R = monitor(process, W), W ! die, receive {'DOWN', R, _, _, X} -> ok end, timer:sleep(50), N = whereis(worker_one), [X, is_pid(N), N =/= W, running()].
gives_up() -> load(one), boss(one), ok = application:start(one), S = monitor(process, whereis(one)), [begin M = monitor(process, worker_one), worker_one ! die, receive {'DOWN', M, _, _, _} -> ok end, timer:sleep(20) end || _ <- [1, 2]], receive {'DOWN', S, _, _, R} -> ok end, timer:sleep(50), [R, running(), all()].
killed() -> load(one), boss(one), ok = application:start(one), M = monitor(process, one), exit(whereis(one), kill), receive {'DOWN', M, _, _, R} -> ok end, timer:sleep(50), [R, running(), all()].
output_inside() -> load(one), ok = application:start(one), worker_one ! {print, "text"}, timer:sleep(20), is_pid(whereis(worker_one)).
leaders() -> load(one), ok = application:start(one), {group_leader, G} = process_info(whereis(worker_one), group_leader), {group_leader, H} = process_info(whereis(one), group_leader), [G =:= H, G =/= group_leader(), is_process_alive(G)].

%% ---- OTP's own applications
library_apps() -> [application:ensure_all_started(compiler), application:ensure_all_started(syntax_tools), application:get_key(compiler, registered), application:get_application(erl_lint), application:get_application(compile), application:stop(syntax_tools), application:stop(compiler)].
safe_supervisor() -> [is_pid(whereis(kernel_sup)), is_pid(whereis(kernel_safe_sup)), is_pid(whereis(application_controller)), [I || {I, _, _, _} <- supervisor:which_children(kernel_sup), I =:= kernel_safe_sup]].
timers() -> {ok, _} = timer:send_after(10, hello), R = next(), [R, is_pid(whereis(timer_server))].
pg() -> {ok, P} = pg:start(some_scope), ok = pg:join(some_scope, g, self()), R = pg:get_members(some_scope, g) =:= [self()], gen_server:stop(P), R.
dets() -> {ok, T} = dets:open_file(tab, [{ram_file, false}, {file, "/tmp/heddle-dets-" ++ os:getpid()}]), R = [dets:insert(T, [{a, 1}, {b, 2}, {c, 3}]), dets:lookup(T, b), dets:delete(T, a), lists:sort(dets:match_object(T, '_')), dets:close(T)], {ok, T} = dets:open_file(tab, [{file, "/tmp/heddle-dets-" ++ os:getpid()}]), R2 = lists:sort(dets:foldl(fun(X, A) -> [X | A] end, [], T)), dets:close(T), file:delete("/tmp/heddle-dets-" ++ os:getpid()), [R, R2].
disk_log_() -> F = "/tmp/heddle-log-" ++ os:getpid(), {ok, L} = disk_log:open([{name, log}, {file, F}]), R = [disk_log:log(L, {a, 1}), disk_log:log_terms(L, [b, c]), disk_log:sync(L)], {_, Ts} = disk_log:chunk(L, start), C = disk_log:close(L), file:delete(F), [R, Ts, C].
tab2file() -> F = "/tmp/heddle-tab-" ++ os:getpid(), T = ets:new(t, [ordered_set]), ets:insert(T, [{N, N * N} || N <- lists:seq(1, 50)]), ok = ets:tab2file(T, F), {ok, U} = ets:file2tab(F), file:delete(F), ets:tab2list(U) =:= ets:tab2list(T).
sasl() -> [application:ensure_all_started(sasl), is_pid(whereis(release_handler)), is_pid(whereis(alarm_handler)), application:stop(sasl)].
started_with() -> [init:get_argument(root) =:= {ok, [[code:root_dir()]]}, init:get_argument(progname), init:get_argument(home) =:= {ok, [[os:getenv("HOME")]]}, init:get_argument(nobody_gave_it), lists:keyfind(root, 1, init:get_arguments()) =:= {root, [code:root_dir()]}, init:get_plain_arguments(), init:script_id(), init:notify_when_started(self())].
