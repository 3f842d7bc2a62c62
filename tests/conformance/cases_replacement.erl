%% Code replacement: current and old code, purging, funs of code that is gone, functions on_load. Each
%% case has a module of its own name.
-module(cases_replacement).
-export([cases/0, run/1]).

cases() ->
    [{?MODULE, run, [Name]}
     || Name <- [first_load, second_load, third_load_purges, same_binary_again, loop_upgrades_itself,
                 local_call_stays, return_into_old_code, purge_kills, purge_kills_its_caller,
                 purge_spares_who_left, soft_purge_refuses, soft_purge_agrees, purge_without_old,
                 check_process_code, check_process_code_of_receive, check_with_options, wrong_arguments,
                 fun_of_old_code, fun_of_purged_code, fun_of_deleted_code, fun_of_deleted_and_purged,
                 fun_works_again, funs_of_one_binary, fun_does_not_linger, external_fun, fun_information,
                 not_purged, not_purged_after_delete, delete_and_call, delete_twice, delete_and_load,
                 deleted_information, on_load_runs, on_load_fails, on_load_exits, on_load_replaces,
                 on_load_calls_old_code, load_module_refuses_on_load, bad_binary, wrong_name,
                 module_information, md5_changes, exports_change, exported, is_loaded, apply_and_spawn,
                 sticky, no_such_module, linked_process_of_killed, trapping_does_not_help, load_file,
                 deleted_file_comes_back, exception_in_old_code, catch_in_old_code, atomic_load,
                 atomic_load_replaces, atomic_load_all_or_none, atomic_load_errors, prepare_and_finish,
                 prepared_wrongly, prepared_by_erlang, ensure_modules, all_loaded, on_load_on_path,
                 on_load_on_path_fails, on_load_on_path_crashes, on_load_twice_at_once, on_load_by_ensure,
                 on_load_calls_itself, on_load_by_hand, on_load_file_replaced, wrong_loads]].

%% A module: v/0 says its version, f/1 makes a fun, stay/0 and go/0 are servers that stay in their
%% version and that do not.
source(Name, Version, More) ->
    ["-module(" ++ atom_to_list(Name) ++ ").", "-compile([export_all, nowarn_export_all])."] ++
        More ++
        ["v() -> " ++ integer_to_list(Version) ++ ".",
         "f(X) -> fun(Y) -> {v(), X, Y} end.",
         "stay() -> receive {P, call} -> P ! {self(), v()}, stay(); stop -> ok end.",
         "go() -> receive {P, call} -> P ! {self(), v()}, ?MODULE:go(); stop -> ok end.",
         "back(F) -> R = F(), {v(), ?MODULE:v(), R}.",
         "crash(F) -> try F(), error({v(), x}) catch error:R -> {caught, R, v()} end."].

binary(Name, Version) -> binary(Name, Version, []).
binary(Name, Version, More) ->
    Text = [re:replace(Form, "[?]MODULE", atom_to_list(Name), [global, {return, list}]) || Form <- source(Name, Version, More)],
    Forms = [begin {ok, Tokens, _} = erl_scan:string(Form), {ok, Parsed} = erl_parse:parse_form(Tokens), Parsed end || Form <- Text],
    {ok, Name, Binary} = compile:forms(Forms, []),
    Binary.

load(Name, Version) -> code:load_binary(Name, "none", binary(Name, Version)).
load(Name, Version, More) -> code:load_binary(Name, "none", binary(Name, Version, More)).

attempt(F) -> try F() catch Class:Reason -> {Class, without_funs(Reason)} end.

without_funs({badfun, F}) when is_function(F) -> badfun;
without_funs(Reason) -> Reason.

call(P) -> P ! {self(), call}, receive {P, V} -> V after 1000 -> none end.

%% It has answered, so it is in its receive, or about to be.
server(Name, F) -> P = spawn(Name, F, []), call(P), wait(P), P.

wait(P) ->
    case process_info(P, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), wait(P)
    end.

down(P) ->
    M = monitor(process, P),
    receive {'DOWN', M, _, _, Why} -> Why after 1000 -> alive end.

state(M) -> {attempt(fun() -> M:v() end), erlang:check_old_code(M), erlang:module_loaded(M)}.

%% {Module, File, Binary} of a new version.
item(M, V) -> item(M, V, []).
item(M, V, More) -> {M, "none", binary(M, V, More)}.

%% A directory on the code path with one module.
on_path(M, More) ->
    Folder = "cases_replacement_" ++ atom_to_list(M),
    _ = file:make_dir(Folder),
    ok = file:write_file(filename:join(Folder, atom_to_list(M) ++ ".beam"), binary(M, 1, More)),
    true = code:add_patha(Folder),
    Folder.

gone(Folder, M) ->
    code:del_path(Folder),
    file:delete(filename:join(Folder, atom_to_list(M) ++ ".beam")),
    file:del_dir(Folder).

counted(M, Body) -> persistent_term:put(M, 0), on_path(M, ["-on_load(start/0).", "start() -> persistent_term:put(" ++ atom_to_list(M) ++ ", persistent_term:get(" ++ atom_to_list(M) ++ ") + 1), " ++ Body ++ "."]).

sorted({error, List}) -> {error, lists:sort(List)};
sorted(X) -> X.

run(first_load) -> M = cr1, {state(M), load(M, 1), state(M)};
run(second_load) -> M = cr2, {load(M, 1), M:v(), load(M, 2), state(M)};
run(third_load_purges) ->
    M = cr3, load(M, 1), P = server(M, stay), load(M, 2), A = is_process_alive(P),
    Mon = monitor(process, P), L = load(M, 3), {A, L, receive {'DOWN', Mon, _, _, W} -> W end, state(M)};
run(same_binary_again) ->
    M = cr4, load(M, 1), P = server(M, stay), {load(M, 1), state(M), erlang:check_process_code(P, M), code:purge(M), down(P)};
run(loop_upgrades_itself) ->
    M = cr5, load(M, 1), P = server(M, go), A = call(P), load(M, 2), B = call(P), C = call(P), load(M, 3), D = call(P), E = call(P), wait(P),
    {A, B, C, D, E, erlang:check_process_code(P, M), code:purge(M), call(P)};
run(local_call_stays) ->
    M = cr6, load(M, 1), P = server(M, stay), load(M, 2), {call(P), call(P), M:v()};
run(return_into_old_code) -> M = cr7, load(M, 1), M:back(fun() -> load(M, 2), {M:v(), erlang:check_process_code(self(), M)} end);
run(purge_kills) ->
    M = cr8, load(M, 1), P = server(M, stay), load(M, 2), Mon = monitor(process, P),
    R = code:purge(M), {R, receive {'DOWN', Mon, _, _, W} -> W end, code:purge(M), state(M)};
run(purge_kills_its_caller) ->
    M = cr9, load(M, 1), {P, Mon} = spawn_monitor(fun() -> M:back(fun() -> load(M, 2), code:purge(M) end) end),
    Why = receive {'DOWN', Mon, _, P, W} -> W end,
    _ = code:get_path(), % the server answers when it has purged
    {Why, state(M)};
run(purge_spares_who_left) ->
    M = cr10, load(M, 1), P = server(M, go), load(M, 2), call(P), wait(P), {code:purge(M), is_process_alive(P), call(P)};
run(soft_purge_refuses) ->
    M = cr11, load(M, 1), P = server(M, stay), load(M, 2), {code:soft_purge(M), call(P), erlang:check_old_code(M)};
run(soft_purge_agrees) -> M = cr12, load(M, 1), load(M, 2), {code:soft_purge(M), erlang:check_old_code(M), code:soft_purge(M)};
run(purge_without_old) -> M = cr13, load(M, 1), {code:purge(M), code:soft_purge(M), attempt(fun() -> erlang:purge_module(M) end)};
run(check_process_code) -> M = cr14, load(M, 1), [erlang:check_process_code(self(), M) | M:back(fun() -> A = erlang:check_process_code(self(), M), load(M, 2), {A, erlang:check_process_code(self(), M)} end) == {1, 2, {false, true}}];
run(check_process_code_of_receive) ->
    M = cr15, load(M, 1), P = server(M, stay), A = erlang:check_process_code(P, M), load(M, 2), B = erlang:check_process_code(P, M), exit(P, kill), down(P), {A, B, erlang:check_process_code(P, M)};
run(check_with_options) ->
    M = cr16, load(M, 1), P = server(M, stay), load(M, 2), R = make_ref(),
    {erlang:check_process_code(P, M, []), erlang:check_process_code(P, M, [{allow_gc, false}]),
     erlang:check_process_code(P, M, [{async, R}]), receive {check_process_code, R, Answer} -> Answer end,
     attempt(fun() -> erlang:check_process_code(P, M, [nonsense]) end)};
run(wrong_arguments) ->
    [attempt(F) || F <- [fun() -> erlang:check_process_code(foo, m) end, fun() -> erlang:check_process_code(self(), "m") end,
                         fun() -> erlang:check_old_code("m") end, fun() -> erlang:delete_module(1) end, fun() -> erlang:purge_module(1) end,
                         fun() -> erlang:load_module(m, foo) end, fun() -> erlang:load_module("m", <<>>) end, fun() -> code:load_binary(m, "x", foo) end,
                         fun() -> code:load_binary("m", "x", <<>>) end, fun() -> erlang:module_loaded("m") end]];
run(fun_of_old_code) -> M = cr18, load(M, 1), F = M:f(a), load(M, 2), G = M:f(a), {F(b), G(b), F =:= G};
run(fun_of_purged_code) -> M = cr19, load(M, 1), F = M:f(a), load(M, 2), code:purge(M), {attempt(fun() -> F(b) end), attempt(fun() -> lists:map(F, [1]) end)};
run(fun_of_deleted_code) -> M = cr20, load(M, 1), F = M:f(a), {code:delete(M), F(b)};
run(fun_of_deleted_and_purged) -> M = cr21, load(M, 1), F = M:f(a), {code:delete(M), code:purge(M), attempt(fun() -> F(b) end)};
run(fun_works_again) -> M = cr22, load(M, 1), F = M:f(a), load(M, 2), code:purge(M), A = attempt(fun() -> F(b) end), load(M, 1), {A, F(b), code:purge(M), F(b)};
run(funs_of_one_binary) -> M = cr23, load(M, 1), F = M:f(a), load(M, 1), G = M:f(a), A = {F =:= G, F(b)}, {code:purge(M), A, F(b)};
run(fun_does_not_linger) ->
    M = cr24, load(M, 1), F = M:f(a), P = spawn(fun() -> receive {From, X} -> From ! {self(), attempt(fun() -> F(X) end)} end end), load(M, 2),
    A = {erlang:check_process_code(P, M), code:purge(M), is_process_alive(P)}, P ! {self(), b}, {A, receive {P, B} -> B end};
run(external_fun) -> M = cr25, load(M, 1), F = fun M:v/0, load(M, 2), code:purge(M), {F(), begin code:delete(M), attempt(F) end, begin load(M, 3), F() end};
run(fun_information) -> M = cr26, load(M, 1), F = M:f(a), I = [erlang:fun_info(F, K) || K <- [module, name, arity, env, type, new_uniq, new_index]], load(M, 2), code:purge(M), {I, I =:= [erlang:fun_info(F, K) || K <- [module, name, arity, env, type, new_uniq, new_index]], is_function(F, 1)};
run(not_purged) -> M = cr27, B = binary(M, 3), load(M, 1), load(M, 2), {erlang:load_module(M, B), M:v(), attempt(fun() -> erlang:delete_module(M) end), code:delete(M), code:purge(M), erlang:load_module(M, B), state(M)};
run(not_purged_after_delete) -> M = cr28, load(M, 1), code:delete(M), {erlang:load_module(M, binary(M, 2)), state(M), erlang:load_module(M, binary(M, 3)), state(M)};
run(delete_and_call) -> M = cr29, load(M, 1), {code:delete(M), state(M), attempt(fun() -> M:v() end), attempt(fun() -> apply(M, v, []) end)};
run(delete_twice) -> M = cr30, load(M, 1), {code:delete(M), code:delete(M), attempt(fun() -> erlang:delete_module(M) end), code:purge(M), code:delete(M), erlang:delete_module(M)};
run(delete_and_load) -> M = cr31, load(M, 1), P = server(M, stay), code:delete(M), A = call(P), {A, load(M, 2), down(P), state(M)};
run(deleted_information) -> M = cr32, load(M, 1), code:delete(M), {attempt(fun() -> M:module_info() end), attempt(fun() -> erlang:get_module_info(M) end), erlang:function_exported(M, v, 0), code:is_loaded(M), code:ensure_loaded(M)};
run(on_load_runs) -> M = cr33, persistent_term:put(M, none), {load(M, 1, ["-on_load(start/0).", "start() -> persistent_term:put(?MODULE, {v(), self()}), ok."]), element(1, persistent_term:get(M)), element(2, persistent_term:get(M)) =:= self(), state(M)};
run(on_load_fails) -> M = cr34, {load(M, 1, ["-on_load(start/0).", "start() -> no."]), state(M)};
run(on_load_exits) -> M = cr35, load(M, 1), {load(M, 2, ["-on_load(start/0).", "start() -> exit(bad)."]), state(M), load(M, 3, ["-on_load(start/0).", "start() -> error(bad)."]), state(M)};
run(on_load_replaces) -> M = cr36, load(M, 1), {load(M, 2, ["-on_load(start/0).", "start() -> ok."]), state(M), load(M, 3, ["-on_load(start/0).", "start() -> false."]), state(M)};
run(on_load_calls_old_code) -> M = cr37, load(M, 1), {load(M, 2, ["-on_load(start/0).", "start() -> F = f(a), persistent_term:put(?MODULE, {v(), F(b)}), ok."]), persistent_term:get(M), M:v()};
run(load_module_refuses_on_load) -> M = cr38, {erlang:load_module(M, binary(M, 1, ["-on_load(start/0).", "start() -> ok."])), state(M)};
run(bad_binary) -> M = cr39, load(M, 1), {code:load_binary(M, "x", <<"foo">>), erlang:load_module(M, <<"foo">>), state(M)};
run(wrong_name) -> M = cr40, {code:load_binary(M, "x", binary(cr40_other, 1)), erlang:load_module(M, binary(cr40_other, 1)), state(M)};
run(module_information) -> M = cr41, load(M, 1, ["-vsn(one)."]), A = M:module_info(attributes), load(M, 2, ["-vsn(two)."]), {A, M:module_info(attributes), proplists:get_value(vsn, erlang:get_module_info(M, attributes)), length(M:module_info(exports))};
run(md5_changes) -> M = cr42, B = binary(M, 1), C = binary(M, 2), code:load_binary(M, "x", B), A = M:module_info(md5) =:= code:module_md5(B), code:load_binary(M, "x", C), {A, M:module_info(md5) =:= code:module_md5(C), M:module_info(md5) =:= code:module_md5(B)};
run(exports_change) -> M = cr43, load(M, 1, ["extra() -> 1."]), A = {erlang:function_exported(M, extra, 0), M:extra()}, load(M, 2), {A, erlang:function_exported(M, extra, 0), attempt(fun() -> M:extra() end), lists:member({extra, 0}, M:module_info(exports))};
run(exported) -> M = cr44, A = erlang:function_exported(M, v, 0), load(M, 1), {A, erlang:function_exported(M, v, 0), erlang:function_exported(M, v, 1)};
run(is_loaded) -> M = cr45, A = code:is_loaded(M), code:load_binary(M, "some/file.beam", binary(M, 1)), B = code:is_loaded(M), code:delete(M), {A, B, code:is_loaded(M), code:which(M)};
run(apply_and_spawn) ->
    M = cr46, load(M, 1), load(M, 2), Me = self(),
    spawn(fun() -> Me ! {one, apply(M, v, [])} end), spawn(fun() -> Me ! {two, (fun M:v/0)()} end),
    {receive {one, V} -> V end, receive {two, W} -> W end, erlang:apply(M, v, [])};
run(sticky) -> {code:load_binary(lists, "x", binary(cr47, 1)), code:is_sticky(lists)};
run(no_such_module) -> M = cr48, {code:purge(M), code:soft_purge(M), code:delete(M), erlang:check_old_code(M), erlang:check_process_code(self(), M), erlang:delete_module(M), attempt(fun() -> erlang:purge_module(M) end), code:load_file(M), code:load_abs("nowhere/cr48"), erlang:module_loaded(M)};
run(linked_process_of_killed) ->
    M = cr49, load(M, 1), Me = self(),
    spawn(fun() -> process_flag(trap_exit, true), P = spawn_link(M, stay, []), Me ! {started, P}, receive {'EXIT', P, W} -> Me ! {why, W} end end),
    P = receive {started, X} -> X end, call(P), wait(P), load(M, 2), {code:purge(M), receive {why, W} -> W end};
run(trapping_does_not_help) ->
    M = cr50, load(M, 1, ["trap() -> process_flag(trap_exit, true), stay()."]), P = server(M, trap), load(M, 2), Mon = monitor(process, P), {code:purge(M), receive {'DOWN', Mon, _, _, W} -> W end};
run(load_file) -> in_folder(cr51, fun(M) -> write(M, 1), A = code:load_file(M), B = M:v(), write(M, 2), C = M:v(), D = code:load_file(M), {A, B, C, D, state(M), code:load_file(M), erlang:check_old_code(M)} end);
run(deleted_file_comes_back) -> in_folder(cr52, fun(M) -> write(M, 1), A = M:v(), write(M, 2), B = code:delete(M), {A, B, erlang:module_loaded(M), M:v(), state(M), code:delete(M), code:purge(M), code:delete(M), code:ensure_loaded(M), state(M)} end);
run(exception_in_old_code) -> M = cr53, load(M, 1), M:crash(fun() -> load(M, 2) end);
run(catch_in_old_code) -> M = cr54, load(M, 1), M:crash(fun() -> load(M, 2), throw_from(M) end);
run(atomic_load) -> {code:atomic_load([item(cr60, 1), item(cr61, 1)]), state(cr60), state(cr61), code:is_loaded(cr60), code:atomic_load([])};
run(atomic_load_replaces) -> load(cr62, 1), {code:atomic_load([item(cr62, 2), item(cr63, 1)]), state(cr62), state(cr63), code:atomic_load([item(cr62, 3), item(cr63, 2)]), state(cr62), state(cr63)};
run(atomic_load_all_or_none) -> {sorted(code:atomic_load([item(cr64, 1), {cr65, "none", <<"x">>}])), state(cr64), state(cr65)};
run(atomic_load_errors) ->
    Binary = binary(cr66, 1),
    [sorted(code:atomic_load(L)) || L <- [[no_such_module_1, no_such_module_2], [item(cr66, 1), {cr66, "none", Binary}], [item(cr67, 1, ["-on_load(start/0).", "start() -> ok."])], [{cr68, "none", Binary}]]];
run(prepare_and_finish) ->
    {ok, P} = code:prepare_loading([item(cr69, 1), item(cr70, 1)]),
    A = state(cr69), B = code:finish_loading(P), C = {state(cr69), state(cr70)}, {ok, Q} = code:prepare_loading([item(cr69, 2)]), D = code:finish_loading(Q), {A, B, C, D, state(cr69)};
run(prepared_wrongly) -> [attempt(fun() -> code:finish_loading(X) end) || X <- [x, {x, []}, {'$prepared$', x}, {'$prepared$', [{cr71, {make_ref(), "x", undefined}}]}]];
run(prepared_by_erlang) ->
    P = erlang:prepare_loading(cr72, binary(cr72, 1)), Q = erlang:prepare_loading(cr73, binary(cr73, 1, ["-on_load(start/0).", "start() -> ok."])),
    {is_reference(P), erlang:has_prepared_code_on_load(P), erlang:has_prepared_code_on_load(Q), erlang:finish_loading([P]), state(cr72), erlang:prepare_loading(cr72, <<"x">>), attempt(fun() -> erlang:finish_loading([make_ref()]) end), attempt(fun() -> erlang:finish_loading(x) end)};
run(ensure_modules) -> {code:ensure_modules_loaded([lists, maps]), sorted(code:ensure_modules_loaded([lists, no_such_module_3, no_such_module_4])), attempt(fun() -> code:ensure_modules_loaded([1]) end), attempt(fun() -> code:ensure_modules_loaded(x) end)};
run(all_loaded) ->
    M = cr74, load(M, 1), Loaded = fun() -> [File || {N, File} <- code:all_loaded(), N =:= M] end,
    A = Loaded(), code:delete(M), code:purge(M), {A, Loaded(), length([x || {lists, _} <- code:all_loaded()])};
run(on_load_on_path) -> M = cr75, F = counted(M, "ok"), A = {code:is_loaded(M), erlang:function_exported(M, v, 0)}, B = M:v(), C = M:v(), R = {A, B, C, persistent_term:get(M), erlang:module_loaded(M), erlang:check_old_code(M)}, gone(F, M), R;
run(on_load_on_path_fails) -> M = cr76, F = counted(M, "no"), R = {attempt(fun() -> M:v() end), attempt(fun() -> M:v() end), persistent_term:get(M), state(M)}, gone(F, M), R;
run(on_load_on_path_crashes) -> M = cr77, F = counted(M, "exit(bad)"), R = {attempt(fun() -> M:v() end), code:ensure_loaded(M), persistent_term:get(M)}, gone(F, M), R;
run(on_load_twice_at_once) ->
    M = cr78, F = counted(M, "timer:sleep(20), ok"), S = self(),
    Ps = [spawn(fun() -> S ! {self(), M:v()} end) || _ <- [1, 2, 3]],
    R = {[receive {P, V} -> V end || P <- Ps], persistent_term:get(M)}, gone(F, M), R;
run(on_load_by_ensure) -> M = cr79, F = counted(M, "ok"), R = {code:ensure_loaded(M), code:ensure_loaded(M), persistent_term:get(M), M:v()}, gone(F, M), R;
run(on_load_calls_itself) -> M = cr80, F = counted(M, "try ?MODULE:v() of _ -> no catch error:undef -> ok end"), R = {attempt(fun() -> M:v() end), persistent_term:get(M)}, gone(F, M), R;
run(on_load_by_hand) ->
    M = cr81, B = binary(M, 1, ["-on_load(start/0).", "start() -> {ok, v()}."]),
    {erlang:load_module(M, B), erlang:call_on_load_function(M), erlang:finish_after_on_load(M, true), state(M), attempt(fun() -> erlang:call_on_load_function(no_such_module_5) end), attempt(fun() -> erlang:finish_after_on_load(no_such_module_5, true) end)};
run(on_load_file_replaced) -> M = cr82, F = counted(M, "ok"), A = M:v(), code:delete(M), code:purge(M), B = M:v(), R = {A, B, persistent_term:get(M)}, gone(F, M), R;
run(wrong_loads) -> [attempt(F) || F <- [fun() -> code:load_file(1) end, fun() -> code:load_binary(1, 2, 3) end, fun() -> code:ensure_loaded("x") end, fun() -> code:which("x") end, fun() -> code:atomic_load(x) end, fun() -> code:atomic_load([1]) end, fun() -> code:prepare_loading([x | y]) end]].

throw_from(M) -> error({new, M:v()}).

write(M, Version) -> ok = file:write_file(atom_to_list(M) ++ "_code/" ++ atom_to_list(M) ++ ".beam", binary(M, Version)).

in_folder(M, F) ->
    Folder = atom_to_list(M) ++ "_code",
    _ = file:make_dir(Folder),
    code:add_path(Folder),
    F(M).
