%% Sequential traces: tokens that go along with messages. Each case has a tracer, which is the case itself, and processes that it asks to do something; they give up their tokens before they answer.
-module(cases_sequential).
-export([cases/0, traced/1, loop/0, nothing/1, asks/1, in_pattern/1, random/1]).

cases() ->
    [{?MODULE, traced, [W]} || W <- [set, send, far, spawns, link, monitors, with_options, request, child, exits, exits_killed, exit2, printed, timer, itself, cleared, untold, untold_exit, timestamp, monotonic,
                                     strict, nobody, alias, name, reset, reset_other, no_tracer, other_tracer, tracer_sends, serial, serial_late, whole, no_flags, only_send, only_receive, both, alive, hibernates,
                                     selective, server, monitor_dies, kept]] ++
        [{?MODULE, asks, [W]} || W <- [x, 1, send, 'receive', print, label, serial, timestamp, monotonic_timestamp, strict_monotonic_timestamp]] ++
        [{?MODULE, in_pattern, [S]} || S <- [[{'_', [], [{message, {get_seq_token}}]}], [{'_', [{is_seq_trace}], [{message, yes}]}], [{'_', [], [{set_seq_token, label, 99}, {message, {get_seq_token}}]}],
                                             [{'_', [], [{message, {set_seq_token, x, 99}}]}], [{'_', [], [{message, {set_seq_token, send, true}}]}], [{['$1'], [], [{set_seq_token, label, '$1'}]}]]] ++
        [{?MODULE, random, [N]} || N <- lists:seq(1, 60)].

%% In a process of its own, whose tracer it is; nobody has a token before.
alone(F) ->
    {_, M} = spawn_monitor(fun() -> seq_trace:reset_trace(), seq_trace:set_system_tracer(self()), R = F(), seq_trace:set_system_tracer(false), seq_trace:reset_trace(), exit({given, R}) end),
    receive {'DOWN', M, _, _, {given, V}} -> V; {'DOWN', M, _, _, R} -> {died, R} end.

loop() ->
    receive
        {do, F, From} -> R = try F() catch C:E -> {C, E} end, seq_trace:set_token([]), From ! {done, R}, ?MODULE:loop();
        {echo, X, From} -> From ! {echoed, X}, ?MODULE:loop();
        stop -> ok
    end.
nothing(_) -> ok.
start() -> spawn(?MODULE, loop, []).
ask(P, F) -> P ! {do, F, self()}, receive {done, R} -> R end.
all() -> receive M -> [M | all()] after 15 -> [] end.
set() -> set([send, 'receive', print]).
set(Flags) -> seq_trace:set_token(label, 17), [seq_trace:set_token(F, true) || F <- Flags].

%% Pids by who they are; references and funs out.
shown(Names, T) -> show(T, Names).
show(P, Names) when is_pid(P) -> proplists:get_value(P, Names, other);
show(R, _) when is_reference(R) -> ref;
show(F, _) when is_function(F) -> 'fun';
show([H | T], Names) -> [show(H, Names) | show(T, Names)];
show(T, Names) when is_tuple(T) -> list_to_tuple(show(tuple_to_list(T), Names));
show(X, _) -> X.

traced(W) ->
    alone(fun() ->
              P = start(), O = start(),
              R = work(W, P, O),
              shown([{P, worker}, {O, other}, {self(), tracer}], {R, all()})
          end).

token() -> seq_trace:get_token().
echo(O, X) -> O ! {echo, X, self()}, receive {echoed, X} -> token() end.

work(set, P, _) -> ask(P, fun() -> [token(), set(), token(), seq_trace:get_token(label), seq_trace:get_token(serial), seq_trace:get_token(send), seq_trace:set_token(label, other), seq_trace:set_token(send, false), token()] end);
work(send, P, O) -> ask(P, fun() -> set(), [echo(O, 1), echo(O, 2)] end);
work(far, P, O) -> N = start(), ask(P, fun() -> set(), Me = self(), O ! {do, fun() -> N ! {echo, far, Me}, token() end, self()}, A = receive {echoed, far} -> token() end, receive {done, B} -> {A, B, token()} end end);
work(spawns, P, _) -> ask(P, fun() -> set(), spawn(?MODULE, nothing, [1]), A = token(), spawn(?MODULE, nothing, [2]), [A, token()] end);
work(link, P, _) -> ask(P, fun() -> set(), spawn_link(?MODULE, nothing, [1]), receive after 5 -> ok end, token() end);
work(monitors, P, _) -> ask(P, fun() -> set(), {_, M} = spawn_monitor(?MODULE, nothing, [1]), A = token(), receive {'DOWN', M, _, _, _} -> [A, token()] end end);
work(with_options, P, _) -> ask(P, fun() -> set(), spawn_opt(?MODULE, nothing, [1], [{priority, low}]), spawn_opt(?MODULE, nothing, [1], []), token() end);
work(request, P, _) -> ask(P, fun() -> set(), R = spawn_request(?MODULE, nothing, [1], [{reply_tag, tag}]), A = token(), receive {tag, R, ok, _} -> [A, token()] end end);
work(child, P, _) -> ask(P, fun() -> set(), Me = self(), spawn(fun() -> Me ! {child, token()} end), receive {child, T} -> [T, token()] end end);
work(exits, P, _) -> ask(P, fun() -> process_flag(trap_exit, true), set(), C = spawn_link(fun() -> exit(bye) end), receive {'EXIT', C, bye} -> token() end end);
work(exits_killed, P, _) -> ask(P, fun() -> process_flag(trap_exit, true), C = spawn_link(fun() -> receive x -> ok end end), set(), exit(C, kill), receive {'EXIT', C, killed} -> token() end end);
work(exit2, P, O) -> ask(P, fun() -> ask(O, fun() -> process_flag(trap_exit, true) end), set(), exit(O, why), ask(O, fun() -> receive {'EXIT', _, why} -> token() end end) end);
work(printed, P, _) -> ask(P, fun() -> A = erlang:seq_trace_print(early), set(), [A, seq_trace:print(a), seq_trace:print(17, b), seq_trace:print(18, c), erlang:seq_trace_print(18, d), erlang:seq_trace_print(e), token()] end);
work(timer, P, _) -> ask(P, fun() -> set(), erlang:send_after(1, self(), tick), receive tick -> token() end end);
work(itself, P, _) -> ask(P, fun() -> set(), self() ! a, self() ! b, [receive b -> token() end, receive a -> token() end] end);
work(cleared, P, O) -> ask(P, fun() -> set(), [seq_trace:set_token([]), token(), seq_trace:get_token(label), echo(O, 1)] end);
work(untold, P, _) -> ask(P, fun() -> self() ! a, set(), A = token(), receive a -> [A, token()] end end);
work(untold_exit, P, _) -> ask(P, fun() -> process_flag(trap_exit, true), C = spawn_link(fun() -> receive go -> ok end end), C ! go, receive after 5 -> ok end, set(), receive {'EXIT', C, _} -> token() end end);
work(timestamp, P, _) -> timed(P, timestamp);
work(monotonic, P, _) -> timed(P, monotonic_timestamp);
work(strict, P, _) -> timed(P, strict_monotonic_timestamp);
work(nobody, P, _) -> ask(P, fun() -> D = spawn(fun() -> ok end), receive after 5 -> ok end, set(), D ! a, (catch nobody_here ! b), {nobody_here, node()} ! c, token() end);
work(alias, P, _) -> ask(P, fun() -> set(), A = alias(), A ! a, receive a -> ok end, unalias(A), A ! b, token() end);
work(name, P, _) -> ask(P, fun() -> register(sequential_name, self()), set(), sequential_name ! a, erlang:send(sequential_name, b, [nosuspend]), receive a -> ok end, receive b -> token() end end);
work(reset, P, _) -> ask(P, fun() -> set(), self() ! a, A = seq_trace:reset_trace(), B = token(), receive a -> ok end, [A, B, token(), process_info(self(), sequential_trace_token)] end);
work(reset_other, P, O) -> ask(P, fun() -> set(), ask_(O, fun() -> seq_trace:reset_trace() end), [token(), begin set(), seq_trace:get_token(serial) end] end);
work(no_tracer, P, O) -> seq_trace:set_system_tracer(false), ask(P, fun() -> set(), [echo(O, 1), seq_trace:print(x), token()] end);
work(other_tracer, P, O) ->
    T = start(), Before = seq_trace:set_system_tracer(T), R = ask(P, fun() -> set(), echo(O, 1) end), Now = seq_trace:get_system_tracer() =:= T, exit(T, kill), receive after 5 -> ok end,
    [Before, R, Now, seq_trace:get_system_tracer(), try seq_trace:set_system_tracer(x) catch C:E -> {C, E} end];
work(tracer_sends, _, O) -> set(), A = echo(O, 1), B = token(), seq_trace:print(x), seq_trace:set_token([]), [A, B];
work(serial, P, O) -> ask(P, fun() -> set(), [seq_trace:set_token(serial, {3, 9}), token(), echo(O, 1), seq_trace:set_token(serial, {4, 5}), echo(O, 2), try seq_trace:set_token(serial, {1}) catch C:E -> {C, E} end] end);
work(serial_late, P, O) -> ask(P, fun() -> set(), echo(O, 1), seq_trace:set_token([]), set(), [token(), echo(O, 2)] end);
work(whole, P, _) -> ask(P, fun() -> [seq_trace:set_token({3, label, 7, x, 5}), token(), seq_trace:set_token({56, label, 8, x, 6}), token(), seq_trace:set_token([])] end);
work(no_flags, P, O) -> ask(P, fun() -> seq_trace:set_token(label, quiet), [echo(O, 1), token()] end);
work(only_send, P, O) -> ask(P, fun() -> set([send]), [echo(O, 1), token()] end);
work(only_receive, P, O) -> ask(P, fun() -> set(['receive']), [echo(O, 1), token()] end);
work(both, P, O) -> T = self(), erlang:trace(P, true, [send, 'receive', {tracer, T}]), R = ask(P, fun() -> set(), echo(O, 1) end), erlang:trace(P, false, [all]), R;
work(alive, P, O) -> ask(P, fun() -> set(), is_process_alive(O), process_info(O, message_queue_len), token() end);
work(hibernates, P, _) -> ask(P, fun() -> Me = self(), H = spawn(fun() -> erlang:hibernate(?MODULE, loop, []) end), receive after 5 -> ok end, set(), H ! {do, fun() -> token() end, Me}, receive {done, R} -> [R, token()] end end);
work(selective, P, O) -> ask(P, fun() -> set(), O ! {echo, 1, self()}, seq_trace:set_token([]), receive after 5 -> ok end, self() ! other, A = receive other -> token() end, B = receive {echoed, 1} -> token() end, [A, B] end);
work(server, P, _) -> [code:ensure_loaded(M) || M <- [sys, gen_event, gen]], ask(P, fun() -> {ok, S} = gen_event:start(), set(), gen_event:which_handlers(S), T = token(), gen_event:stop(S), T end);
work(monitor_dies, P, O) -> ask(P, fun() -> M = monitor(process, O), set(), O ! stop, receive {'DOWN', M, _, _, _} -> token() end end);
work(kept, P, _) -> ask(P, fun() -> set(), receive x -> ok after 3 -> ok end, self() ! {y, 1}, receive x -> ok after 0 -> token() end end).

%% A question to somebody who keeps the token that comes with it.
ask_(P, F) -> P ! {do, F, self()}, receive {done, R} -> R end.

timed(P, Flag) ->
    ask(P, fun() -> set([send, 'receive', print, Flag]), seq_trace:print(x), self() ! a, receive a -> token() end end),
    [setelement(4, M, shape(element(4, M))) || M <- all()].
shape({A, B, C}) when is_integer(A), is_integer(B), is_integer(C) -> three;
shape({A, B}) when is_integer(A), is_integer(B) -> two;
shape(A) when is_integer(A) -> one.

asks(W) ->
    alone(fun() ->
              P = start(), T = fun(F) -> try F() catch C:E -> {C, E} end end,
              ask(P, fun() -> A = T(fun() -> erlang:seq_trace_info(W) end), B = T(fun() -> erlang:seq_trace(W, true) end), C = T(fun() -> erlang:seq_trace_info(W) end),
                              D = T(fun() -> erlang:seq_trace(W, x) end), E = T(fun() -> erlang:seq_trace(W, {1, 2}) end), F = T(fun() -> erlang:seq_trace(W, []) end), shown([{self(), worker}], [A, B, C, D, E, F, token()]) end)
          end).

in_pattern(S) ->
    alone(fun() ->
              P = start(), erlang:trace(P, true, [call]), erlang:trace_pattern({?MODULE, nothing, 1}, S, [local]),
              R = ask(P, fun() -> ?MODULE:nothing(1), A = token(), seq_trace:set_token(label, 5), ?MODULE:nothing(2), [A, token()] end),
              erlang:trace_pattern({?MODULE, nothing, 1}, false, [local]),
              shown([{P, worker}, {self(), tracer}], {R, all()})
          end).

%% A few processes that pass tokens around, one after the other.
random(N) ->
    alone(fun() ->
              conformance_generator:seed(N),
              Ps = [start() || _ <- [1, 2, 3]],
              Names = lists:zip(Ps, [a, b, c]) ++ [{self(), tracer}],
              Rs = [step(Ps, conformance_generator:below(9)) || _ <- lists:seq(1, 12)],
              shown(Names, {Rs, all()})
          end).

step(Ps, K) ->
    P = conformance_generator:one(Ps), O = conformance_generator:one(Ps), V = conformance_generator:below(3),
    ask(P, fun() -> act(K, O, V), [act(K2, O, V) || K2 <- [1, 2]], token() end).
act(0, _, V) -> seq_trace:set_token(serial, {V, V + 1});
act(1, O, V) -> seq_trace:set_token(label, V), O ! {nothing, token()};
act(2, _, _) -> receive {nothing, T} -> {T, token()} after 0 -> token() end;
act(3, _, _) -> set(), spawn(?MODULE, nothing, [1]);
act(4, _, V) -> seq_trace:print(V);
act(5, _, _) -> seq_trace:set_token([]);
act(6, _, V) -> set(), self() ! {nothing, V};
act(7, O, V) -> set([send]), O ! {nothing, V};
act(8, _, _) -> set(['receive']).
