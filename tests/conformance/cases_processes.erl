%% Processes and the signals between them. Every case runs in a process of its own, and what it
%% returns holds no pids and references.
-module(cases_processes).
-export([cases/0]).
-compile([export_all, nowarn_export_all]).

cases() ->
    [{conformance_runner, alone, [?MODULE, F]}
     || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, helpers())].

helpers() -> [helpers, cases, module_info, next, all, idle, idle_loop, dead, timer_wait].

try_(F) -> try {ok, F()} catch C:R -> {C, R} end.
next() -> receive M -> M after 50 -> nothing end.
all() -> receive M -> [M | all()] after 50 -> [] end.
%% A process that does as told.
idle() -> spawn(fun idle_loop/0).
idle_loop() -> receive stop -> ok; {exit, R} -> exit(R); {run, F} -> F(), idle_loop() end.
dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
%% Names for the pids and references in a term.
named(Names, T) when is_pid(T); is_reference(T) -> proplists:get_value(T, Names, unknown);
named(Names, T) when is_tuple(T) -> list_to_tuple(named(Names, tuple_to_list(T)));
named(Names, [H | T]) -> [named(Names, H) | named(Names, T)];
named(_, T) -> T.

%% ---- Links

link_normal() -> P = spawn_link(fun() -> ok end), unlink_wait(P), next().
unlink_wait(P) -> R = monitor(process, P), receive {'DOWN', R, _, _, _} -> ok end.
link_crash() -> spawn_link(fun() -> exit(crash) end), receive never -> ok end.
link_crash_error() -> spawn_link(fun() -> error(crash) end), receive never -> ok end.
link_kill_reason() -> spawn_link(fun() -> exit(kill) end), receive never -> ok end.
link_throw() ->
    process_flag(trap_exit, true), P = spawn_link(fun() -> throw(x) end),
    receive {'EXIT', P, {Reason, [_ | _]}} -> Reason end.
trap() ->
    process_flag(trap_exit, true),
    [begin P = spawn_link(fun() -> exit(R) end), named([{P, p}], next()) end
     || R <- [normal, crash, kill, killed, {a, b}, shutdown]].
trap_normal_end() -> process_flag(trap_exit, true), P = spawn_link(fun() -> ok end), named([{P, p}], next()).
trap_killed() ->
    process_flag(trap_exit, true), P = idle(), link(P), exit(P, kill), named([{P, p}], next()).
link_dead() -> try_(fun() -> link(dead()) end).
link_dead_trapping() -> process_flag(trap_exit, true), P = dead(), {link(P), named([{P, p}], next())}.
link_self() -> link(self()).
link_bad() -> [try_(fun() -> link(X) end) || X <- [a, 1, make_ref(), "x"]] =:= lists:duplicate(4, {error, badarg}).
link_twice() -> process_flag(trap_exit, true), P = idle(), link(P), link(P), P ! stop, named([{P, p}], all()).
unlinked() -> P = idle(), link(P), unlink(P), exit(P, boom), unlink_wait(P), still_here.
unlink_unknown() -> {unlink(dead()), unlink(idle()), unlink(self())}.
unlink_keeps_message() ->
    process_flag(trap_exit, true), P = spawn_link(fun() -> exit(x) end), timer_wait(), unlink(P),
    named([{P, p}], all()).
chain() ->
    process_flag(trap_exit, true), Self = self(),
    P = spawn_link(fun() -> spawn_link(fun() -> Self ! up, exit(deep) end), receive never -> ok end end),
    named([{P, p}], [next(), next()]).
links_info() -> P = idle(), link(P), L = process_info(self(), links), named([{P, p}], L).
untrap() -> process_flag(trap_exit, true), process_flag(trap_exit, false).
both_linked() ->
    process_flag(trap_exit, true), P = idle(), link(P), Q = spawn(fun() -> link(P), receive never -> ok end end),
    R = monitor(process, Q), P ! {run, fun() -> ok end}, timer_wait(), exit(P, bang),
    lists:sort(named([{P, p}, {Q, q}, {R, r}], [next(), next()])).
timer_wait() -> receive after 10 -> ok end.

%% ---- exit/2

exit_normal_other() -> P = idle(), exit(P, normal), timer_wait(), is_process_alive(P).
exit_normal_trapping() ->
    Self = self(), P = spawn(fun() -> process_flag(trap_exit, true), Self ! ready, Self ! {got, element(3, next())} end),
    receive ready -> ok end, exit(P, normal), next().
exit_self_normal() -> exit(self(), normal), not_here.
exit_self_trapping() -> process_flag(trap_exit, true), S = self(), exit(self(), foo), named([{S, me}], next()).
exit_self_kill() -> exit(self(), kill), not_here.
exit_self_kill_trapping() -> process_flag(trap_exit, true), exit(self(), kill), not_here.
exit_self_reason() -> exit(self(), reason), not_here.
exit_kill_trapping() ->
    Self = self(), P = spawn(fun() -> process_flag(trap_exit, true), Self ! ready, receive never -> ok end end),
    receive ready -> ok end, R = monitor(process, P), exit(P, kill), named([{P, p}, {R, r}], next()).
exit_killed_is_trapped() ->
    Self = self(), P = spawn(fun() -> process_flag(trap_exit, true), Self ! ready, Self ! element(3, next()) end),
    receive ready -> ok end, exit(P, killed), next().
exit_dead() -> exit(dead(), x).
exit_bad() -> [try_(fun() -> exit(X, y) end) || X <- [a, 1, "x", {}]].
exit_unlinked_reason() -> P = idle(), R = monitor(process, P), exit(P, {some, reason}), named([{P, p}, {R, r}], next()).
exit_in_try() -> try exit(inner) catch exit:E -> {caught, E} end.
exit_signal_not_caught() -> try exit(self(), sig), receive never -> ok end catch _:_ -> caught end.
exit_reason_of_error() -> P = spawn(fun() -> error(bad) end), R = monitor(process, P),
    receive {'DOWN', R, process, P, {bad, [_ | _]}} -> ok end.
exit_reason_of_throw() -> P = spawn(fun() -> throw(bad) end), R = monitor(process, P),
    receive {'DOWN', R, process, P, {{nocatch, bad}, [_ | _]}} -> ok end.
exit_reason_undef() -> P = spawn(nomodule, nofunction, [1]), R = monitor(process, P),
    receive {'DOWN', R, process, P, {undef, [{nomodule, nofunction, [1], []} | _]}} -> ok end.

%% ---- Monitors

monitor_normal() -> P = idle(), R = monitor(process, P), P ! stop, named([{P, p}, {R, r}], next()).
monitor_dead() -> P = dead(), R = monitor(process, P), named([{P, p}, {R, r}], next()).
monitor_name() ->
    P = idle(), register(mon_name, P), R = monitor(process, mon_name), P ! stop, named([{P, p}, {R, r}], next()).
monitor_name_node() ->
    P = idle(), register(mon_name2, P), R = monitor(process, {mon_name2, node()}), P ! stop, named([{P, p}, {R, r}], next()).
monitor_no_name() -> R = monitor(process, nobody_has_this), named([{R, r}], next()).
monitor_self() -> R = monitor(process, self()), {is_reference(R), demonitor(R, [info])}.
monitor_twice() ->
    P = idle(), R1 = monitor(process, P), R2 = monitor(process, P), R3 = monitor(process, P), P ! stop,
    named([{P, p}, {R1, r1}, {R2, r2}, {R3, r3}], all()).
monitor_bad() -> [try_(fun() -> monitor(T, X) end) || {T, X} <- [{process, 1}, {process, "x"}, {foo, self()}, {process, {a, 1}}]].
monitor_and_link() ->
    process_flag(trap_exit, true), {P, R} = spawn_opt(fun() -> exit(gone) end, [link, monitor]),
    named([{P, p}, {R, r}], all()).
demonitor_plain() -> P = idle(), R = monitor(process, P), demonitor(R), P ! stop, all().
demonitor_late() -> P = dead(), R = monitor(process, P), {demonitor(R), length(all())}.
demonitor_flush() -> P = dead(), R = monitor(process, P), {demonitor(R, [flush]), all()}.
demonitor_info() ->
    P = idle(), R = monitor(process, P), D = dead(), R2 = monitor(process, D),
    {demonitor(R, [info]), demonitor(R, [info]), demonitor(R2, [info]), demonitor(R2, [info, flush]), all()}.
demonitor_flush_info_alive() -> P = idle(), R = monitor(process, P), {demonitor(R, [flush, info]), demonitor(R, [flush, info])}.
demonitor_bad() -> [try_(fun() -> demonitor(a) end), try_(fun() -> demonitor(make_ref(), [x]) end), try_(fun() -> demonitor(make_ref(), x) end)].
demonitor_unknown() -> {demonitor(make_ref()), demonitor(make_ref(), [info]), demonitor(make_ref(), [])}.
monitor_tag() -> P = idle(), R = monitor(process, P, [{tag, {my, tag}}]), P ! stop, named([{P, p}, {R, r}], next()).
monitor_tag_flush() -> P = dead(), R = monitor(process, P, [{tag, mine}]), {demonitor(R, [flush]), all()}.
monitor_info() ->
    P = idle(), monitor(process, P), register(mi, P), monitor(process, mi),
    {named([{P, p}], lists:sort(element(2, process_info(self(), monitors)))),
     named([{self(), me}], process_info(P, monitored_by))}.
monitored_by_ends() ->
    P = idle(), Q = spawn(fun() -> monitor(process, P) end), unlink_wait(Q), process_info(P, monitored_by).
monitor_options_bad() ->
    [try_(fun() -> monitor(process, self(), O) end) || O <- [[x], x, [{alias, foo}], [{tag}], [{alias, demonitor} | x]]].

%% ---- Aliases

alias_basic() -> A = alias(), A ! hello, M = next(), U = unalias(A), A ! again, {M, U, unalias(A), next()}.
alias_reply() -> A = alias([reply]), A ! one, A ! two, {all(), unalias(A)}.
alias_explicit() -> A = alias([explicit_unalias]), A ! one, A ! two, {all(), unalias(A)}.
alias_bad() -> [try_(fun() -> alias(X) end) || X <- [[foo], foo, [reply | x]]].
unalias_bad() -> [try_(fun() -> unalias(X) end) || X <- [foo, self]] ++ [unalias(make_ref())].
alias_from_other() -> A = alias(), spawn(fun() -> A ! {from, other} end), next().
alias_send_bif() -> A = alias(), {erlang:send(A, x), erlang:send(A, y, [nosuspend]), all()}.
alias_of_dead() -> S = self(), P = spawn(fun() -> S ! {a, alias()} end), A = receive {a, X} -> X end, unlink_wait(P), A ! lost.
send_to_ref() -> make_ref() ! x, next().
monitor_alias_explicit() ->
    P = idle(), R = monitor(process, P, [{alias, explicit_unalias}]), R ! a, D = demonitor(R, [info]), R ! b,
    U = unalias(R), R ! c, {D, U, all()}.
monitor_alias_demonitor() ->
    P = idle(), R = monitor(process, P, [{alias, demonitor}]), R ! a, D = demonitor(R, [info]), R ! b, {D, unalias(R), all()}.
monitor_alias_demonitor_down() ->
    P = idle(), R = monitor(process, P, [{alias, demonitor}]), P ! stop, M = next(), R ! late, named([{P, p}, {R, r}], {M, next(), unalias(R)}).
monitor_alias_explicit_down() ->
    P = idle(), R = monitor(process, P, [{alias, explicit_unalias}]), P ! stop, M = next(), R ! late, named([{P, p}, {R, r}], {M, next(), unalias(R)}).
monitor_alias_reply() ->
    P = idle(), R = monitor(process, P, [{alias, reply_demonitor}]), P ! {run, fun() -> R ! {R, reply} end},
    M = next(), R ! more, P ! stop, named([{P, p}, {R, r}], {M, all(), demonitor(R, [info]), unalias(R)}).
monitor_alias_reply_down() ->
    P = idle(), R = monitor(process, P, [{alias, reply_demonitor}]), P ! stop, M = next(), R ! late, named([{P, p}, {R, r}], {M, next()}).
monitor_alias_unalias() ->
    P = idle(), R = monitor(process, P, [{alias, reply_demonitor}]), U = unalias(R), R ! x, P ! stop, {U, named([{P, p}, {R, r}], all())}.
monitor_alias_dead() -> P = dead(), R = monitor(process, P, [{alias, demonitor}]), timer_wait(), R ! x, named([{P, p}, {R, r}], all()).
monitor_alias_dead_explicit() -> P = dead(), R = monitor(process, P, [{alias, explicit_unalias}]), timer_wait(), R ! x, named([{P, p}, {R, r}], all()).

unseen_alias() -> A = alias(), A ! a, unalias(A), all().
unseen_alias_looked_at() -> A = alias(), A ! a, receive none -> no after 0 -> ok end, unalias(A), all().

%% ---- Spawning

spawn_opts() ->
    P = spawn_opt(fun() -> receive stop -> ok end end, [{priority, high}, {min_heap_size, 500}, {message_queue_data, off_heap}, {fullsweep_after, 3}]),
    [process_info(P, I) || I <- [priority, message_queue_data, fullsweep_after]].
spawn_opt_bad() -> [try_(fun() -> spawn_opt(erlang, now, [], O) end) || O <- [x, [x], [{priority, x}], [link | x], [{monitor, [x]}], [{reply, no}]]].
spawn_bad() -> [try_(fun() -> spawn(M, F, A) end) || {M, F, A} <- [{1, a, []}, {a, 1, []}, {a, b, c}, {a, b, [x | y]}]].
spawn_monitor_tag() -> {P, R} = spawn_opt(fun() -> ok end, [{monitor, [{tag, down}]}]), named([{P, p}, {R, r}], next()).
spawn_monitor_alias() ->
    {_, R} = spawn_opt(fun() -> receive {r, X} -> X ! {X, answer} end end, [{monitor, [{alias, reply_demonitor}]}]) , is_reference(R).
spawn_request_plain() -> R = spawn_request(fun() -> ok end), receive {spawn_reply, R, ok, P} when is_pid(P) -> ok end.
spawn_request_tag() -> R = spawn_request(fun() -> ok end, [{reply_tag, mine}]), receive {mine, R, ok, P} when is_pid(P) -> ok end.
spawn_request_no() -> spawn_request(fun() -> ok end, [{reply, no}]), next().
spawn_request_error_only() -> spawn_request(fun() -> ok end, [{reply, error_only}]), next().
spawn_request_monitor() ->
    R = spawn_request(fun() -> exit(x) end, [monitor]), receive {spawn_reply, R, ok, P} -> named([{P, p}, {R, r}], next()) end.
spawn_request_link() ->
    process_flag(trap_exit, true), R = spawn_request(fun() -> exit(x) end, [link]),
    receive {spawn_reply, R, ok, P} -> named([{P, p}, {R, r}], next()) end.
spawn_request_bad() -> R = spawn_request(a, b, [], [x]), named([{R, r}], [next(), try_(fun() -> spawn_request(x) end)]).
spawn_request_abandon_late() -> R = spawn_request(fun() -> ok end), timer_wait(), {erlang:spawn_request_abandon(R), element(1, next())}.
spawn_mfa() -> S = self(), spawn(erlang, send, [S, hello]), next().
spawn_monitor_3() -> {P, R} = spawn_monitor(erlang, exit, [foo]), named([{P, p}, {R, r}], next()).

%% ---- Names and sending

register_and_send() -> P = idle(), register(rs, P), S = self(), rs ! {run, fun() -> S ! {reg, erlang:process_info(self(), registered_name)} end}, next().
register_bad() ->
    P = idle(), register(rb, P),
    [try_(fun() -> register(N, X) end) || {N, X} <- [{rb, self()}, {other, P}, {undefined, self()}, {1, self()}, {foo, dead()}, {foo, bar}]].
unregister_() -> P = idle(), register(ur, P), {unregister(ur), whereis(ur), try_(fun() -> unregister(ur) end), try_(fun() -> unregister(1) end)}.
whereis_() -> P = idle(), register(wi, P), X = whereis(wi) =:= P, exit(P, kill), unlink_wait(P), {X, whereis(wi), try_(fun() -> whereis("x") end)}.
name_is_free_at_down() -> P = idle(), register(nf, P), R = monitor(process, P), P ! stop, receive {'DOWN', R, _, _, _} -> whereis(nf) end.
send_bad() -> [try_(fun() -> X ! m end) || X <- [nobody_is_this, 1, "x", {a, b, c}, {1, 2}]].
send_remote_name() -> {nobody, node()} ! m.
send3() -> [erlang:send(self(), a, []), erlang:send(self(), b, [noconnect]), try_(fun() -> erlang:send(self(), c, [x]) end), all()].
send_dead() -> dead() ! x.
registered_has() -> register(rh, self()), lists:member(rh, registered()).
processes_has() -> P = idle(), {lists:member(self(), processes()), lists:member(P, processes()), lists:member(dead(), processes())}.
alive() -> P = idle(), {is_process_alive(P), is_process_alive(self()), is_process_alive(dead()), try_(fun() -> is_process_alive(x) end)}.
order_of_messages() -> S = self(), P = spawn(fun() -> [S ! N || N <- lists:seq(1, 10)], S ! done end), unlink_wait(P), all().
selective() -> [self() ! X || X <- [a, b, c, d]], [receive c -> 1 end, receive a -> 2 end, all()].

%% ---- Flags and information

flags() ->
    [try_(fun() -> process_flag(F, V) end)
     || {F, V} <- [{trap_exit, true}, {trap_exit, false}, {trap_exit, 1}, {priority, high}, {priority, normal}, {priority, x},
                   {min_heap_size, 233}, {max_heap_size, 1000000}, {max_heap_size, #{size => 0, kill => false}},
                   {max_heap_size, 0}, {fullsweep_after, 1}, {fullsweep_after, 65535}, {message_queue_data, off_heap},
                   {message_queue_data, on_heap}, {error_handler, foo}, {error_handler, error_handler},
                   {save_calls, 5}, {save_calls, 0}, {sensitive, true}, {sensitive, false}, {foo, bar}]].
info_items() ->
    put(a, 1), self() ! m1, self() ! m2,
    [process_info(self(), I) || I <- [messages, message_queue_len, dictionary, registered_name, trap_exit, status, priority,
                                      current_function, links, monitors, error_handler, suspending]].
info_list() -> [process_info(self(), []), process_info(self(), [trap_exit, registered_name, message_queue_len])].
info_dead() -> [process_info(dead()), process_info(dead(), messages), process_info(dead(), [links])].
info_bad() -> [try_(fun() -> process_info(X, I) end) || {X, I} <- [{self(), foo}, {self(), [foo]}, {x, links}, {self(), 1}]].
info_keys() -> [K || {K, _} <- process_info(self())].
info_initial() -> [process_info(spawn(?MODULE, idle_loop, []), initial_call), process_info(idle(), initial_call)].
info_waiting() -> P = idle(), timer_wait(), [process_info(P, I) || I <- [status, current_function, message_queue_len]].
info_registered() -> register(ir, self()), {process_info(self(), registered_name), hd(process_info(self()))}.
group_leader_() -> P = idle(), Old = group_leader(), group_leader(P, self()), Q = idle(),
    R = {group_leader() =:= P, process_info(Q, group_leader) =:= {group_leader, P}}, group_leader(Old, self()), R.
group_leader_bad() -> [try_(fun() -> group_leader(a, self()) end), try_(fun() -> group_leader(self(), a) end)].
dictionary_of_other() -> S = self(), P = spawn(fun() -> put(k, v), S ! go, receive stop -> ok end end), next(), process_info(P, dictionary).

%% ---- Hibernation and others

hibernate_() ->
    S = self(), P = spawn(fun() -> proc_hibernate(S) end), receive sleeping -> ok end, timer_wait(), P ! wake, next().
proc_hibernate(S) -> put(kept, yes), S ! sleeping, try erlang:hibernate(?MODULE, woken, [S]) catch _:_ -> S ! never end.
woken(S) -> receive wake -> S ! {woken, get(kept)} end.
hibernate_with_message() -> S = self(), P = spawn(fun() -> receive go -> ok end, erlang:hibernate(?MODULE, woken, [S]) end), P ! wake, P ! go, next().
hibernate_then_crash() -> {P, R} = spawn_monitor(fun() -> self() ! x, erlang:hibernate(?MODULE, crash, [1]) end),
    receive {'DOWN', R, process, P, {E, _}} -> E end.
crash(1) -> error(after_sleep).
hibernate_return() -> {P, R} = spawn_monitor(fun() -> self() ! x, erlang:hibernate(erlang, self, []) end), named([{P, p}, {R, r}], next()).
yield_and_gc() -> {erlang:yield(), garbage_collect(), garbage_collect(self()), erlang:bump_reductions(10)}.
unique() ->
    L = [erlang:unique_integer([positive]) || _ <- lists:seq(1, 100)], M = [erlang:unique_integer([monotonic]) || _ <- lists:seq(1, 20)],
    {length(lists:usort(L)), lists:all(fun(X) -> X > 0 end, L), M =:= lists:usort(M), is_integer(erlang:unique_integer()),
     try_(fun() -> erlang:unique_integer([x]) end)}.
unique_across() ->
    S = self(), [spawn(fun() -> S ! erlang:unique_integer() end) || _ <- lists:seq(1, 20)],
    length(lists:usort([next() || _ <- lists:seq(1, 20)])).
refs() -> length(lists:usort([make_ref() || _ <- lists:seq(1, 50)])).
persistent() ->
    persistent_term:put({?MODULE, k}, v), A = persistent_term:get({?MODULE, k}), B = persistent_term:erase({?MODULE, k}),
    {A, B, persistent_term:erase({?MODULE, k}), persistent_term:get({?MODULE, k}, d), try_(fun() -> persistent_term:get({?MODULE, k}) end)}.
atomics_() ->
    A = atomics:new(3, []), U = atomics:new(1, [{signed, false}]),
    [atomics:put(A, 1, 5), atomics:add(A, 1, 3), atomics:get(A, 1), atomics:add_get(A, 2, -7), atomics:sub_get(A, 2, 3),
     atomics:exchange(A, 1, 100), atomics:compare_exchange(A, 1, 100, 200), atomics:compare_exchange(A, 1, 100, 300), atomics:get(A, 1),
     atomics:sub_get(U, 1, 1), atomics:put(A, 3, (1 bsl 63) - 1), atomics:add_get(A, 3, 1),
     maps:with([size, max, min], atomics:info(A)), maps:with([max, min], atomics:info(U)) |
     [try_(F) || F <- [fun() -> atomics:get(A, 0) end, fun() -> atomics:get(A, 4) end, fun() -> atomics:put(A, 1, 1 bsl 63) end,
                       fun() -> atomics:put(U, 1, -1) end, fun() -> atomics:new(0, []) end, fun() -> atomics:get(make_ref(), 1) end,
                       fun() -> atomics:add(A, 1, x) end]]].
counters_() ->
    [begin C = counters:new(2, O), counters:add(C, 1, 5), counters:sub(C, 2, 3), counters:put(C, 2, counters:get(C, 2) * 10),
           {counters:get(C, 1), counters:get(C, 2), maps:get(size, counters:info(C)), try_(fun() -> counters:get(C, 3) end)}
     end || O <- [[], [atomics], [write_concurrency]]] ++ [try_(fun() -> counters:new(1, [x]) end)].
fun_infos() ->
    X = 1, F = fun(Y) -> X + Y end,
    {[erlang:fun_info(fun lists:map/2, I) || I <- [module, name, arity, env, type, pid, index, uniq, new_index, new_uniq, refc]],
     [erlang:fun_info(F, I) || I <- [module, arity, env, type]], erlang:fun_info_mfa(fun lists:map/2),
     try_(fun() -> erlang:fun_info(F, foo) end), try_(fun() -> erlang:fun_info(x, arity) end), (erlang:make_fun(erlang, abs, 1))(-3)}.
modules() ->
    {erlang:function_exported(?MODULE, cases, 0), erlang:function_exported(?MODULE, cases, 1), erlang:module_loaded(?MODULE),
     erlang:check_old_code(?MODULE), erlang:function_exported(no_such_module, a, 0), try_(fun() -> erlang:function_exported(1, a, 0) end)}.
