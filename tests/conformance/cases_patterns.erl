%% What erlang:trace_pattern can set for functions besides [] and [local]: meta traces, counts of calls, modules to be loaded, modules that are replaced; and breakpoints.
-module(cases_patterns).
-export([cases/0, sets/2, steps/1, random/1, meta/1, replaced/1, acts/1, on_load/1, breakpoint/1, debug/2]).
-export([id/1, bad/1, local/1, loop/0]).

cases() ->
    [{?MODULE, sets, [S, O]} || S <- [true, false, [], spec(), restart, pause, x], O <- options()] ++
        [{?MODULE, steps, [S]} || S <- [[{true, [call_count]}, call, {pause, [call_count]}, call, {restart, [call_count]}, call, {true, [call_count]}, {false, [call_count]}],
                                        [{true, [local]}, {true, [meta]}, {true, []}, {false, [meta]}, {false, [local]}], [{true, []}, {true, [local]}, {true, [call_count]}, {false, []}, {false, [local]}],
                                        [{true, []}, {true, [call_count]}, call], [{true, [meta]}, {true, []}, call], [flag, {true, [call_time]}, call, {pause, [call_time]}, call, {restart, [call_time]}, call],
                                        [flag, {spec(), [local, meta]}, call], [flag, {true, [local, call_count, call_time, meta]}, call, call]]] ++
        [{?MODULE, random, [N]} || N <- lists:seq(1, 80)] ++
        [{?MODULE, meta, [W]} || W <- [calls, raises, self_calls, tracer_dies, other, two_processes, arity, tail, bif, silent]] ++
        [{?MODULE, replaced, [O]} || O <- [[], [local], [meta], [call_count]]] ++
        [{?MODULE, acts, [S]} || S <- actions()] ++ [{?MODULE, on_load, [O]} || O <- [[], [local], [meta], [x], [local, meta]]] ++
        [{?MODULE, breakpoint, [W]} || W <- [{?MODULE, id, 1}, {x}, {no_such_module, f, 1}, {?MODULE, none, 1}, {?MODULE, id, x}, {?MODULE, '_', 1}, {?MODULE, id, '_'}]] ++
        [{?MODULE, debug, [F, A]} || {F, A} <- debugs()].

spec() -> [{'_', [], [{return_trace}]}].
options() -> [[meta], [call_count], [call_time], [local, call_count], [meta, call_count, call_time], [local, meta], [global, meta], [meta, global], [{meta, x}], [call_memory], [meta | x], [{meta, 1, 2}]].
actions() ->
    [[{'_', [], [{message, {get_tcw}}]}], [{'_', [], [{message, {set_tcw, 7}}]}], [{'_', [], [{message, {set_tcw, x}}]}], [{'_', [{'==', {get_tcw}, 0}], [{message, zero}]}], [{'_', [], [{message, {caller_line}}]}],
     [{'_', [], [{enable_trace, {self}, procs}, {message, x}]}], [{'_', [], [{message, {enable_trace, {self}, none_such}}]}], [{'_', [], [{message, {disable_trace, {self}, call}}]}], [{'_', [], [{message, {enable_trace, nobody, call}}]}],
     [{'_', [], [{trace, {self}, [call], [send]}]}], [{'_', [], [{message, {trace, nobody, [], [send]}}]}], [{'_', [], [{message, {trace, {self}, [], x}}]}], [{'_', [{process_dump}], []}], [{'_', [{caller_line}], []}],
     [{'_', [{set_tcw, 1}], []}], [{'_', [], [{message, {enable_trace, call}}]}], [{'_', [], [{message, {disable_trace, x}}]}]].

id(X) -> X.
bad(X) -> error(X).
local(X) -> id(X).
loop() -> receive {do, F, From} -> R = try_(F), From ! {done, R}, ?MODULE:loop() end.
start() -> spawn(?MODULE, loop, []).
ask(P, F) -> P ! {do, F, self()}, receive {done, R} -> R end.
try_(F) -> try F() catch C:E -> {C, E} end.
all() -> receive M -> [M | all()] after 15 -> [] end.

alone(F) -> conformance_runner:clean(told(F)).
told(F) ->
    {_, M} = spawn_monitor(fun() -> exit({given, F()}) end),
    receive {'DOWN', M, _, _, {given, V}} -> V; {'DOWN', M, _, _, R} -> {died, R} end.

%% Without the times.
timeless(M) when element(1, M) =:= trace_ts -> list_to_tuple(lists:droplast(tuple_to_list(M)));
timeless(M) -> M.
messages() -> [timeless(M) || M <- all()].

info() -> [sorted(element(2, erlang:trace_info({?MODULE, id, 1}, I))) || I <- [traced, match_spec, meta, meta_match_spec, call_count, call_time, all]].
%% How long calls take is left out.
sorted([{P, N, _, _} | T]) when is_pid(P), is_integer(N) -> lists:sort([{P, N} | [{Q, M} || {Q, M, _, _} <- T]]);
sorted([{K, V} | T]) when is_atom(K) -> [{K, sorted(V)} | sorted(T)];
sorted(X) -> X.
set(S, O) -> try_(fun() -> erlang:trace_pattern({?MODULE, id, 1}, S, O) end).
clear() -> set(false, [local, meta, call_count, call_time]), set(false, []).
work() -> fun() -> {?MODULE:id(1), local(2)} end.

sets(S, O) ->
    alone(fun() -> P = start(), R = set(S, O), I = info(), ask(P, work()), J = info(), clear(), {R, I, J, info(), messages()} end).

steps(L) -> alone(fun() -> P = start(), R = [{step(S, P), info()} || S <- L], M = messages(), clear(), {R, M} end).
step(call, P) -> ask(P, work());
step(flag, P) -> erlang:trace(P, true, [call]);
step({S, O}, _) -> set(S, O).

%% Sequences of patterns and calls.
random(N) ->
    conformance_generator:seed(N),
    One = fun conformance_generator:one/1,
    steps([flag || N rem 2 =:= 0] ++ [case conformance_generator:below(3) of 0 -> call; _ -> {One([true, true, spec(), false]), One([[], [local], [meta], [call_count], [call_time], [local, call_count], [meta, call_time]])} end || _ <- lists:seq(1, 8)]).

meta(W) -> alone(fun() -> P = start(), R = meta(W, P), M = messages(), clear(), erlang:trace_pattern({?MODULE, bad, 1}, false, [meta]), {R, M} end).
meta(calls, P) -> set(spec(), [meta]), ask(P, work());
meta(raises, P) -> erlang:trace_pattern({?MODULE, bad, 1}, [{'_', [], [{exception_trace}]}], [meta]), ask(P, fun() -> ?MODULE:bad(3) end);
meta(self_calls, _) -> set(true, [meta]), [id(1), ?MODULE:id(2)];
meta(tracer_dies, P) -> T = start(), set(true, [{meta, T}]), exit(T, kill), receive after 5 -> ok end, ask(P, work());
meta(other, P) -> T = start(), A = set(true, [{meta, T}]), ask(T, work()), B = ask(P, work()), [A, B, length(element(2, process_info(T, messages)))];
meta(two_processes, P) -> set(true, [meta]), O = start(), ask(P, work()), ask(O, work());
meta(arity, P) -> set(true, [meta]), erlang:trace(P, true, [call, arity]), ask(P, work());
meta(tail, P) -> set(spec(), [local, meta]), erlang:trace(P, true, [call, return_to]), ask(P, work());
meta(bif, P) -> erlang:trace_pattern({lists, reverse, 2}, spec(), [meta]), R = ask(P, fun() -> lists:reverse([1], [2]) end), erlang:trace_pattern({lists, reverse, 2}, false, [meta]), R;
meta(silent, P) -> set(true, [local, meta]), erlang:trace(P, true, [call, silent]), ask(P, work()).

%% f/1 calls g/1.
compiled(V) ->
    Forms = [{attribute, 1, module, cases_patterns_m}, {attribute, 1, export, [{f, 1}, {v, 0}, {a_fun, 0}]}, {function, 2, f, 1, [{clause, 2, [{var, 2, 'X'}], [], [{tuple, 2, [{call, 2, {atom, 2, g}, [{var, 2, 'X'}]}]}]}]},
             {function, 3, g, 1, [{clause, 3, [{var, 3, 'X'}], [], [{var, 3, 'X'}]}]}, {function, 4, v, 0, [{clause, 4, [], [], [{integer, 4, V}]}]}, {function, 5, a_fun, 0, [{clause, 5, [], [], [{'fun', 5, {function, g, 1}}]}]}],
    {ok, M, B} = compile:forms(Forms, []),
    fun() -> {module, M} = code:load_binary(M, "none", B), ok end.
of_module() -> [erlang:trace_info({cases_patterns_m, F, A}, I) || {F, A} <- [{f, 1}, {g, 1}, {v, 0}], I <- [traced, meta, call_count]].
gone() -> code:purge(cases_patterns_m), code:delete(cases_patterns_m), code:purge(cases_patterns_m).

replaced(O) ->
    alone(fun() ->
              One = compiled(1), Two = compiled(2), One(), P = start(), erlang:trace(P, true, [call]),
              A = erlang:trace_pattern({cases_patterns_m, '_', '_'}, true, O), I1 = of_module(),
              Calls = fun() -> F = cases_patterns_m:a_fun(), {cases_patterns_m:f(1), cases_patterns_m:v(), F(2)} end,
              R1 = ask(P, Calls), I2 = of_module(), Two(), R2 = ask(P, Calls), I3 = of_module(),
              B = erlang:trace_pattern({cases_patterns_m, f, 1}, true, O), R3 = ask(P, Calls), I4 = of_module(),
              gone(), I5 = of_module(), One(), I6 = of_module(), R4 = ask(P, Calls), gone(),
              {A, B, [I1, I2, I3, I4, I5, I6], [R1, R2, R3, R4], messages()}
          end).

on_load(O) ->
    alone(fun() ->
              One = compiled(1), P = start(), erlang:trace(P, true, [call]), Info = fun() -> [erlang:trace_info(on_load, I) || I <- [traced, match_spec, meta, meta_match_spec, call_count, all]] end,
              A = try_(fun() -> erlang:trace_pattern(on_load, true, O) end), I1 = Info(), One(), R = ask(P, fun() -> cases_patterns_m:f(1) end), I2 = of_module(),
              B = try_(fun() -> erlang:trace_pattern(on_load, false, O) end), I3 = Info(), gone(), One(), I4 = of_module(), gone(),
              {A, B, R, I1, I2, I3, I4, messages()}
          end).

acts(S) ->
    alone(fun() ->
              erlang:system_flag(trace_control_word, 0), P = start(), erlang:trace(P, true, [call]),
              R = set(S, [local]), ask(P, fun() -> {?MODULE:id(1), [local(2)]} end), F = erlang:trace_info(P, flags), M = messages(), clear(),
              {R, F, erlang:system_flag(trace_control_word, 0), M}
          end).

%% Where nobody runs into them.
breakpoint(W) -> [try_(fun() -> erts_debug:breakpoint(W, true) end), erlang:trace_info({?MODULE, id, 1}, all), try_(fun() -> erts_debug:breakpoint(W, false) end), try_(fun() -> erts_debug:breakpoint(W, x) end)].

large(N) -> maps:from_list([{I, I} || I <- lists:seq(1, N)]).
debugs() ->
    %% Not a part of the code, which counts for nothing.
    [One, Shared | _] = binary_to_term(term_to_binary([1.0, {a, b}, x])),
    [{map_info, [M]} || M <- [large(33), large(40), large(100), large(1000), large(20), #{}, x, []]] ++
        [{size_shared, [T]} || T <- [a, 1, Shared, lists:seq(1, 2), large(100), large(1), One, 1 bsl length(lists:seq(1, 70)), {Shared, Shared, [Shared | Shared]}, [large(40), large(40)]]] ++
        [{F, [scheduler, type]} || F <- [dirty_cpu, dirty_io]] ++ [{dirty, [K, scheduler, W]} || K <- [normal, dirty_cpu, dirty_io, x], W <- [type, x]] ++
        [{dirty_cpu, [error, R]} || R <- [notsup, undef, badarith, noproc, system_limit, badarg, x]] ++ [{dirty_cpu, [reschedule, N]} || N <- [0, 2, 3, 10, -2, x]] ++
        [{dirty_io, [wait, T]} || T <- [0, 3, -1, x]] ++ [{dirty_cpu, [copy, {a, "b"}]}, {dirty_cpu, [x, y]}, {dirty_cpu, [send, x]}] ++
        [{dist_ext_to_term, [T, B]} || T <- [{}, {a, b}, {a, 1}, x], B <- [<<131, 97, 1>>, <<97, 1>>, <<131, 82, 1>>, <<131, 104, 2, 82, 1, 82, 0>>, <<131, 82, 2>>, x]] ++
        [{lcnt_clear, []}, {lcnt_collect, []}, {lcnt_control, [mask]}, {lcnt_control, [copy_save, true]}, {interpreter_size, []}, {display, [{a, "b", <<"c">>}]}, {sent, []}, {instructions, []}, {children, []}, {binaries, []}].
debug(sent, []) -> R = erts_debug:dirty_cpu(send, self()), receive {ok, P} -> {R, P =:= self()} after 100 -> none end;
debug(instructions, []) -> lists:all(fun(S) -> io_lib:printable_list(S) end, erts_debug:instructions());
debug(children, []) ->
    try_all([fun() -> [case X of [K | V] -> {K, V}; _ -> length(erts_internal:map_hashmap_children(X)) end || X <- erts_internal:map_hashmap_children(large(40))] end,
             fun() -> erts_internal:map_hashmap_children(#{}) end, fun() -> erts_internal:map_hashmap_children(x) end]);
debug(binaries, []) ->
    T = ets:new(t, []), ets:insert(T, [{a, binary:copy(<<1>>, 100), [binary:copy(<<2>>, 300)]}, {b, 1}]),
    R = try_all([fun() -> lists:sort([Size || {_, Size, _} <- erts_internal:ets_lookup_binary_info(T, K)]) end || K <- [a, b, c]]), ets:delete(T), R;
debug(F, A) -> try_(fun() -> apply(erts_debug, F, A) end).
try_all(Fs) -> [try_(F) || F <- Fs].
