%% Tracing of processes by processes. Each case runs in a process of its own, which is the tracer, and clears what it has set.
-module(cases_tracing).
-import(conformance_runner, [clean/1]).
-export([cases/0, traced/1, called/2, pattern/3, spec/1, flags/1, asks/1, debugger/1]).
-export([loop/0, id/1, twice/1, add/1, last/1, bad/1, caught/1, deep/1, child/1]).

cases() ->
    [{?MODULE, traced, [W]} || W <- [procs, set_on_spawn, set_on_first_spawn, set_on_link, set_on_first_link, linked, link_dies, killed, names, unlinked, sends, sends_to_nobody,
                                     receives, monitors, timeouts, two_tracers, itself, tracer_dies, new_processes, existing, timestamps, delivered, send_patterns, receive_patterns,
                                     silent, ended, other_tracer, spawns_fun, exits, self_send, link_inherits]] ++
        [{?MODULE, called, [S, F]} || S <- [global, local], F <- [[call], [call, arity], [call, return_to], [call, timestamp], [send], [call, silent]]] ++
        [{?MODULE, spec, [S]} || S <- specs()] ++
        [{?MODULE, pattern, [W, S, O]} || W <- [{?MODULE, id, 1}, {?MODULE, '_', '_'}, {?MODULE, id, '_'}, {?MODULE, '_', 1}, {'_', id, 1}, {no_such_module, f, 1}, {?MODULE, none, 9}, x, {a, b}, {1, 2, 3}, {?MODULE, id, -1}],
                                          S <- [true, false, x, [{a}]], O <- [[], [local], [x], [local, global]]] ++
        [{?MODULE, flags, [F]} || F <- [[all], [send, procs], [silent], [timestamp], [monotonic_timestamp, strict_monotonic_timestamp], [running, exiting, garbage_collection], [x], x, [], [send | x], [cpu_timestamp],
                                        [set_on_spawn, set_on_link, set_on_first_spawn, set_on_first_link], [{tracer, x}], [ports, running_procs, running_ports], [arity, call, return_to]]] ++
        [{?MODULE, asks, [W]} || W <- [process, dead, function, functions, messages, new, errors]] ++
        [{?MODULE, debugger, [W]} || W <- [calls, processes, stop, info, local]].

alone(F) ->
    {_, M} = spawn_monitor(fun() -> exit({given, F()}) end),
    receive {'DOWN', M, _, _, {given, V}} -> clean(V); {'DOWN', M, _, _, R} -> {died, clean(R)} end.

try_(F) ->
    try F() catch C:R:T -> {M, N, A, L} = hd(T), {C, R, M, N, if is_list(A) -> length(A); true -> A end, proplists:get_value(error_info, L)} end.

all() -> receive M -> [M | all()] after 15 -> [] end.

%% What the case traces: it does what it is asked to, and says so.
loop() ->
    receive
        {do, F, From} -> R = try_(F), From ! {done, R}, ?MODULE:loop();
        stop -> ok;
        {exit, R} -> exit(R);
        _ -> ?MODULE:loop()
    end.
start() -> T = spawn(?MODULE, loop, []), receive after 5 -> ok end, T.
ask(T, F) -> T ! {do, F, self()}, receive {done, R} -> R after 1000 -> timeout end.
rest(_) -> receive after 10 -> ok end, all().
%% Pids by who they are.
told(T, Messages) ->
    Me = self(),
    lists:map(fun(M) -> name(M, [{T, traced}, {Me, tracer}]) end, Messages).
name(P, Names) when is_pid(P) -> proplists:get_value(P, Names, other);
name(T, Names) when is_tuple(T) -> list_to_tuple(name(tuple_to_list(T), Names));
name([H | T], Names) -> [name(H, Names) | name(T, Names)];
name(X, _) -> X.
%% Who is told of several processes is told in any order.
by_process(Messages) -> [[M || M <- Messages, element(2, M) =:= P] || P <- lists:usort([element(2, M) || M <- Messages, is_tuple(M), size(M) > 1])].

id(X) -> X.
twice(X) -> add(X) + add(X).
add(X) -> X + 1.
last(X) -> id(X).
bad(X) -> error(X).
caught(X) -> catch deep(X).
deep(X) -> {bad(X)}.
child(X) -> X.

traced(W) -> alone(fun() -> T = start(), Told = told(T, trace(W, T)), case lists:all(fun is_list/1, Told) of true -> lists:sort(Told); false -> Told end end).

trace(procs, T) ->
    Me = self(), 1 = erlang:trace(T, true, [procs]),
    ask(T, fun() -> link(Me), unlink(Me), register(a_name, self()), unregister(a_name), spawn(?MODULE, id, [1]), ok end),
    T ! stop, rest(T);
trace(spawns_fun, T) -> erlang:trace(T, true, [procs]), ask(T, fun() -> spawn(fun() -> ok end), ok end), rest(T);
trace(exits, T) -> erlang:trace(T, true, [procs]), T ! {exit, {why, 1}}, rest(T);
trace(set_on_spawn, T) -> by_process(inherit(T, set_on_spawn, fun() -> spawn(?MODULE, child, [1]), receive after 5 -> ok end, spawn(?MODULE, child, [2]), receive after 5 -> ok end end));
trace(set_on_first_spawn, T) -> by_process(inherit(T, set_on_first_spawn, fun() -> spawn(?MODULE, child, [1]), receive after 5 -> ok end, spawn(?MODULE, child, [2]), receive after 5 -> ok end end));
trace(set_on_link, T) -> by_process(inherit(T, set_on_link, fun() -> spawn_link(?MODULE, child, [1]), receive after 5 -> ok end, spawn(?MODULE, child, [2]), receive after 5 -> ok end end));
trace(set_on_first_link, T) -> by_process(inherit(T, set_on_first_link, fun() -> spawn_link(?MODULE, child, [1]), receive after 5 -> ok end, spawn_link(?MODULE, child, [2]), receive after 5 -> ok end end));
trace(link_inherits, T) ->
    O = start(), erlang:trace(T, true, [procs, set_on_link]),
    ask(T, fun() -> link(O), ok end), receive after 5 -> ok end,
    [erlang:trace_info(O, flags) | rest(T)];
trace(linked, T) -> erlang:trace(T, true, [procs]), link(T), link(T), unlink(T), unlink(T), rest(T);
trace(link_dies, T) ->
    erlang:trace(T, true, [procs]),
    ask(T, fun() -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(bye) end), receive {'EXIT', P, R} -> R end end), rest(T);
trace(killed, T) -> erlang:trace(T, true, [procs]), exit(T, kill), rest(T);
trace(names, T) -> erlang:trace(T, true, [procs]), register(a_name, T), unregister(a_name), register(a_name, T), exit(T, boom), rest(T);
trace(unlinked, T) ->
    D = start(), D ! stop, receive after 5 -> ok end, erlang:trace(T, true, [procs]),
    ask(T, fun() -> process_flag(trap_exit, true), link(D), unlink(D), link(self()), S = spawn(?MODULE, loop, []), link(S), link(S), unlink(S), unlink(S), ok end), rest(T);
trace(sends, T) ->
    O = start(), register(an_other, O), erlang:trace(T, true, [send]),
    R = ask(T, fun() -> O ! a, erlang:send(O, b), erlang:send(O, c, [nosuspend]), an_other ! d, {an_other, node()} ! e, {nobody_here, node()} ! f, ok end), [R | rest(T)];
trace(sends_to_nobody, T) ->
    O = start(), O ! stop, receive after 5 -> ok end, erlang:trace(T, true, [send]),
    R = ask(T, fun() -> O ! a, (catch nobody_here ! b), alias() ! c, ok end), [R | [name_to(M) || M <- rest(T)]];
trace(receives, T) -> erlang:trace(T, true, ['receive']), T ! a, T ! {b, 1}, rest(T);
trace(self_send, T) -> erlang:trace(T, true, ['receive']), ask(T, fun() -> self() ! a, receive a -> ok end end), [setelement(4, M, x) || M <- rest(T), element(4, M) =:= a];
trace(monitors, T) ->
    erlang:trace(T, true, ['receive']),
    ask(T, fun() -> {_, M} = spawn_monitor(?MODULE, id, [1]), receive {'DOWN', M, _, _, _} -> ok end end), tl(rest(T));
trace(timeouts, T) -> erlang:trace(T, true, ['receive']), ask(T, fun() -> receive after 3 -> ok end, receive x -> ok after 0 -> ok end end), tl(rest(T));
trace(two_tracers, T) ->
    Me = self(), erlang:trace(T, true, [send]),
    spawn(fun() -> Me ! {other, try_(fun() -> erlang:trace(T, true, [call]) end), erlang:trace(T, false, [all]), erlang:trace_info(T, flags), erlang:trace_info(T, tracer)} end),
    [receive {other, A, B, C, D} -> {A, B, C, D} end, erlang:trace_info(T, flags)];
trace(other_tracer, T) -> O = start(), [erlang:trace(T, true, [send, {tracer, O}]), erlang:trace_info(T, tracer) =:= {tracer, O}, ask(T, fun() -> ok end) | rest(T)];
trace(itself, _) -> [erlang:trace(self(), true, [send, procs]), erlang:trace_info(self(), flags), self() ! a | all()];
trace(tracer_dies, T) ->
    Me = self(), spawn(fun() -> erlang:trace(T, true, [send]), Me ! ok end), receive ok -> ok end, receive after 10 -> ok end,
    [erlang:trace_info(T, flags), erlang:trace_info(T, tracer), erlang:trace(T, true, ['receive']), erlang:trace_info(T, flags), ask(T, fun() -> ok end) | tl(rest(T))];
trace(new_processes, _) ->
    A = erlang:trace(new_processes, true, [procs]),
    spawn(?MODULE, child, [1]), Told = all(),
    [A, erlang:trace_info(new_processes, flags), erlang:trace_info(new, flags), erlang:trace(new_processes, false, [all]), erlang:trace_info(new, flags) | Told];
trace(existing, T) ->
    A = erlang:trace(existing, true, [procs]) > 1, F = erlang:trace_info(T, flags), N = erlang:trace_info(new, flags),
    [A, F, N, erlang:trace(all, false, [all]) > 1, erlang:trace_info(T, flags)];
trace(timestamps, T) ->
    [begin erlang:trace(T, true, [send, F]), ask(T, fun() -> ok end), M = [setelement(size(X), X, shape(element(size(X), X))) || X <- all()], erlang:trace(T, false, [all]), {F, M} end || F <- [timestamp, monotonic_timestamp, strict_monotonic_timestamp]];
trace(delivered, T) ->
    erlang:trace(T, true, [send]), ask(T, fun() -> ok end), R = erlang:trace_delivered(T), receive {trace_delivered, T, R} -> ok end, Told = all(),
    A = erlang:trace_delivered(all), receive {trace_delivered, all, A} -> ok end, Told ++ [try_(fun() -> erlang:trace_delivered(x) end)];
trace(send_patterns, T) ->
    erlang:trace(T, true, [send]),
    R = [{erlang:trace_pattern(send, S, []), erlang:trace_info(send, match_spec), ask(T, fun() -> self() ! a, ok end), all()}
         || S <- [[{['_', a], [], []}], [{['$1', '$2'], [{'=:=', '$2', a}], [{message, {{'$2'}}}]}], false, true, [], [{'_', [], [{message, false}]}]]],
    erlang:trace_pattern(send, true, []), R;
trace(receive_patterns, T) ->
    erlang:trace(T, true, ['receive']),
    R = [begin A = erlang:trace_pattern('receive', S, []), T ! a, T ! b, {A, erlang:trace_info('receive', match_spec), all()} end
         || S <- [[{['_', '_', a], [], []}], [{['$1', '_', '$3'], [], [{message, '$1'}]}], false, true]],
    erlang:trace_pattern('receive', true, []), R;
trace(silent, T) ->
    erlang:trace_pattern({?MODULE, id, 1}, true, [local]), erlang:trace(T, true, [call, silent]),
    ask(T, fun() -> id(1) end), erlang:trace(T, false, [silent]), ask(T, fun() -> id(2) end),
    erlang:trace_pattern({?MODULE, id, 1}, false, [local]), rest(T);
trace(ended, T) ->
    erlang:trace(T, true, [send]), ask(T, fun() -> ok end), A = all(), erlang:trace(T, false, [send]), ask(T, fun() -> ok end),
    [A, all(), erlang:trace_info(T, flags), erlang:trace_info(T, tracer)].

name_to(M) when is_reference(element(5, M)) -> setelement(5, M, ref);
name_to(M) -> M.
inherit(T, How, F) -> erlang:trace(T, true, [procs, How]), ask(T, F), T ! stop, rest(T).
shape({A, B, C}) when is_integer(A), is_integer(B), is_integer(C) -> three;
shape({A, B}) when is_integer(A), is_integer(B) -> two;
shape(A) when is_integer(A) -> one;
shape(A) -> A.

%% Calls of all kinds.
work() ->
    fun() ->
        twice(1), ?MODULE:twice(2), last(3), ?MODULE:last(4), caught(5), F = fun ?MODULE:id/1, F(6), G = fun id/1, G(7), apply(?MODULE, id, [8]),
        lists:map(fun ?MODULE:id/1, [9]), lists:reverse([1, 2, 3], []), (catch atom_to_list(id(1))), [?MODULE:id(X) || X <- [10, 11]]
    end.
functions() -> [{?MODULE, F, 1} || F <- [id, twice, add, last, bad, caught, deep]] ++ [{lists, reverse, 2}, {erlang, atom_to_list, 1}].
without_time(M) when element(1, M) =:= trace_ts -> list_to_tuple(lists:droplast(tuple_to_list(M)));
without_time(M) -> M.

called(Scope, Flags) ->
    alone(fun() ->
              T = start(),
              Set = [erlang:trace_pattern(F, [{'_', [], [{exception_trace}]}], [Scope]) || F <- functions()],
              erlang:trace(T, true, Flags), ask(T, work()), A = all(),
              [erlang:trace_pattern(F, [{'_', [], [{return_trace}]}], [Scope]) || F <- functions()],
              ask(T, work()), B = all(),
              [erlang:trace_pattern(F, true, [Scope]) || F <- functions()],
              ask(T, work()), C = all(),
              Cleared = [erlang:trace_pattern(F, false, [Scope]) || F <- functions()],
              ask(T, work()), D = all(),
              {Set, Cleared, [told(T, [without_time(M) || M <- L]) || L <- [A, B, C, D]]}
          end).

specs() ->
    [[{['$1'], [], [{message, {{a, '$1'}}}]}], [{['$1'], [{'==', '$1', 2}], [{message, {caller}}]}], [{'_', [], [{message, false}]}], [{'_', [], [{message, true}]}], [{'_', [], [false]}], [{'_', [], [ok]}],
     [{'_', [], [{message, x}, {message, y}]}], [{'_', [], [{message, {self}}]}], [{'_', [], [{message, '$_'}]}], [{['$1'], [], [{message, '$$'}]}], [{'_', [], [{silent, true}]}], [{'_', [], [{silent, false}]}],
     [], true, [{[1], [], [{message, one}]}, {['_'], [], [{message, other}]}], [{[1], [], []}], [{['$1', '$2'], [], []}], [{['$1'], [{is_atom, '$1'}], []}], [{'$1', [], [{message, '$1'}]}],
     [{'_', [], [{return_trace}]}], [{'_', [], [{exception_trace}, {message, false}]}], [{'_', [], [{return_trace}, {message, x}]}], [{['$1'], [{'>', '$1', 1}], [{return_trace}]}],
     [{'_', [{return_trace}], []}], [{'_', [], [{x}]}], [{['$1' | '_'], [], []}], [{{a}, [], []}], [{'_', [], x}], x, [{'_', [], [{is_seq_trace}]}], [{'_', [{is_seq_trace}], []}], [{'_', [], [{message, {is_seq_trace}}]}],
     [{'_', [], [{enable_trace, procs}]}], [{'_', [], [{disable_trace, call}]}], [{'_', [], [{trace, [], [procs]}]}], [{'_', [], [{trace, [call], [send]}]}], [{'_', [], [{message, {get_seq_token}}]}],
     [{['$1'], [{'=:=', {hd, '$1'}, 1}], []}], [{['$1'], [], [{message, {hd, '$1'}}]}]].

spec(S) ->
    alone(fun() ->
              T = start(), erlang:trace(T, true, [call]),
              Set = try_(fun() -> erlang:trace_pattern({?MODULE, id, 1}, S, [local]) end),
              Info = erlang:trace_info({?MODULE, id, 1}, match_spec),
              ask(T, fun() -> id(1), ?MODULE:id(2), ok end),
              F = erlang:trace_info(T, flags), Told = all(),
              erlang:trace_pattern({?MODULE, id, 1}, false, [local]),
              {Set, Info, F, told(T, Told)}
          end).

pattern(What, Spec, Options) ->
    alone(fun() ->
              R = try_(fun() -> erlang:trace_pattern(What, Spec, Options) end),
              I = [erlang:trace_info({?MODULE, id, 1}, X) || X <- [traced, match_spec]],
              Set = is_integer(R) andalso R > 0 andalso Spec =:= true,
              [erlang:trace_pattern(What, false, Options) || Set],
              {R, I, erlang:trace_info({?MODULE, id, 1}, traced)}
          end).

flags(F) ->
    alone(fun() ->
              T = start(),
              A = try_(fun() -> erlang:trace(T, true, F) end), I = erlang:trace_info(T, flags),
              {A, I, try_(fun() -> erlang:trace(T, false, F) end), erlang:trace_info(T, flags)}
          end).

asks(W) -> alone(fun() -> about(W, start()) end).

about(process, T) -> [erlang:trace_info(T, I) || I <- [flags, tracer]] ++ [erlang:trace(T, true, [send]), erlang:trace_info(T, flags), erlang:trace_info(T, tracer) =:= {tracer, self()}, try_(fun() -> erlang:trace_info(T, x) end)];
about(dead, T) -> T ! stop, receive after 5 -> ok end, [erlang:trace_info(T, flags), try_(fun() -> erlang:trace(T, true, [send]) end), try_(fun() -> erlang:trace_info(T, x) end)];
about(function, _) ->
    F = {?MODULE, id, 1}, I = fun() -> [erlang:trace_info(F, X) || X <- [traced, match_spec, all, meta, call_count]] end,
    A = I(), erlang:trace_pattern(F, true), B = I(), erlang:trace_pattern(F, [{'_', [], []}], [local]), C = I(),
    N = erlang:trace_pattern(F, false, [global]), D = I(), erlang:trace_pattern(F, true, [global]), E = I(), erlang:trace_pattern(F, false, []), {A, B, C, N, D, E, I()};
about(functions, _) -> [erlang:trace_info(F, traced) || F <- [{?MODULE, none, 9}, {no_such_module, f, 1}, {lists, reverse, 2}, {erlang, self, 0}]];
about(messages, _) -> [erlang:trace_info(send, match_spec), erlang:trace_info('receive', match_spec), try_(fun() -> erlang:trace_info(send, x) end)];
about(new, _) -> [erlang:trace_info(new, flags), erlang:trace_info(new, tracer), erlang:trace_info(new_ports, flags), try_(fun() -> erlang:trace_info(new, x) end)];
about(errors, T) -> [try_(fun() -> erlang:trace(W, H, [send]) end) || {W, H} <- [{x, true}, {T, x}, {1, true}, {{a}, true}]] ++ [try_(fun() -> erlang:trace_info(W, flags) end) || W <- [x, 1, {a}]].

%% dbg, with a function that collects what it is told.
debugger(W) ->
    alone(fun() ->
              Me = self(), T = start(),
              {ok, _} = dbg:tracer(process, {fun(M, N) -> Me ! {told, N, M}, N + 1 end, 1}),
              R = debug(W, T),
              receive after 20 -> ok end,
              Told = [{N, M} || {told, N, M} <- all()],
              dbg:stop_clear(), receive after 20 -> ok end,
              {told(T, R), told(T, Told), erlang:trace_info({?MODULE, id, 1}, traced), erlang:trace_info(T, flags)}
          end).

debug(calls, T) -> A = dbg:tp(?MODULE, id, 1, []), B = dbg:p(T, [c]), ask(T, fun() -> ?MODULE:id(1), id(2) end), [A, B];
debug(local, T) -> A = dbg:tpl(?MODULE, id, [{'_', [], [{return_trace}]}]), B = dbg:p(T, [c]), ask(T, fun() -> id(2) end), [element(1, A), element(1, B)];
debug(processes, T) -> A = dbg:p(T, [p]), ask(T, fun() -> spawn(?MODULE, child, [1]), ok end), T ! stop, [A];
debug(stop, T) -> dbg:p(T, [m]), ask(T, fun() -> ok end), [element(1, dbg:ctp(?MODULE, id, 1))];
debug(info, T) -> dbg:p(T, [s]), A = erlang:trace_info(T, flags), dbg:p(T, clear), [A, erlang:trace_info(T, flags)].
