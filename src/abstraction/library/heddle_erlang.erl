%% Models of functions of the module erlang that act on processes. heddle:opaque() is any value.
%% A message that may arrive is sent by a process of its own, which may also never run.
-module(heddle_erlang).
-compile(export_all).
-compile(nowarn_export_all).
-compile({no_auto_import, [spawn/2, spawn/3, spawn/4, spawn_link/1, spawn_link/3, spawn_monitor/1,
  spawn_monitor/3, link/1, unlink/1, monitor/2, demonitor/1, demonitor/2, exit/2, length/1]}).

'++'([], B) -> B;
'++'([H | T], B) -> [H | '++'(T, B)].

'--'(A, B) when is_list(A), is_list(B) -> heddle:choice([A, sublist(A)]);
'--'(_, _) -> erlang:error(badarg).

sublist([]) -> [];
sublist([H | T]) ->
    case heddle:choice([true, false]) of
        true -> [H | sublist(T)];
        false -> sublist(T)
    end.

spawn(_Node, F) -> erlang:spawn(F).
spawn(M, F, A) -> erlang:spawn(fun() -> erlang:apply(M, F, A) end).
spawn(_Node, M, F, A) -> spawn(M, F, A).
spawn_link(F) -> P = erlang:spawn(F), link(P), P.
spawn_link(M, F, A) -> P = spawn(M, F, A), link(P), P.
spawn_monitor(F) -> P = erlang:spawn(F), {P, monitor(process, P)}.
spawn_monitor(M, F, A) -> P = spawn(M, F, A), {P, monitor(process, P)}.
spawn_opt(F, _) -> with_options(erlang:spawn(F)).
spawn_opt(M, F, A, _) -> with_options(spawn(M, F, A)).
with_options(P) ->
    link(P),
    case heddle:choice([true, false]) of true -> P; false -> {P, monitor(process, P)} end.
%% The stack is gone: nothing follows.
hibernate(M, F, A) -> erlang:apply(M, F, A), erlang:exit(normal).

%% Only who traps exits gets a message; a process that dies of a link just stays where it is.
link(P) when not is_pid(P), not is_port(P) -> erlang:error(badarg);
link(P) ->
    heddle:tie(P),
    case heddle:traps_exits() of
        true ->
            Self = erlang:self(),
            erlang:spawn(fun() -> Self ! {'EXIT', P, heddle:opaque()} end),
            erlang:spawn(fun() -> P ! {'EXIT', Self, heddle:opaque()} end),
            true;
        false -> true
    end.
unlink(_) -> true.

exit(P, _) when not is_pid(P), not is_port(P) -> erlang:error(badarg);
exit(P, Reason) ->
    heddle:kill(P),
    case heddle:traps_exits() of
        true -> P ! {'EXIT', erlang:self(), Reason}, true;
        false -> true
    end.

monitor(Kind, P) ->
    Reference = erlang:make_ref(),
    watch('DOWN', Reference, Kind, P),
    Reference.
%% With a tag of its own, and an alias.
monitor(Kind, P, _) ->
    Reference = erlang:alias(),
    watch(heddle:opaque(), Reference, Kind, P),
    Reference.
watch(Tag, Reference, Kind, P) ->
    case is_pid(P) orelse is_atom(P) orelse is_tuple(P) orelse is_port(P) of
        true -> ok;
        false -> erlang:error(badarg)
    end,
    Self = erlang:self(),
    Object = case erlang:is_atom(P) of true -> {P, erlang:node()}; false -> P end,
    erlang:spawn(fun() -> Self ! {Tag, Reference, Kind, Object, heddle:opaque()} end).
demonitor(_) -> true.
demonitor(_, _) -> true.
%% A name that is a reference.
alias() -> Reference = erlang:make_ref(), heddle:name(Reference, erlang:self()), Reference.
alias(_) -> erlang:alias().
unalias(_) -> true.

send(P, M) -> P ! M.
send(P, M, _) -> P ! M, ok.
send_nosuspend(P, M) -> P ! M, true.

send_after(T, P, M) ->
    can_be_timed(T, P),
    erlang:spawn(fun() -> P ! M end),
    erlang:make_ref().
send_after(T, P, M, _) -> send_after(T, P, M).
start_timer(T, P, M) ->
    can_be_timed(T, P),
    Reference = erlang:make_ref(),
    erlang:spawn(fun() -> P ! {timeout, Reference, M} end),
    Reference.
start_timer(T, P, M, _) -> start_timer(T, P, M).
can_be_timed(T, P) when is_integer(T), T >= 0, is_pid(P) orelse is_atom(P) -> ok;
can_be_timed(_, _) -> erlang:error(badarg).
cancel_timer(_) -> heddle:choice([false, heddle:any_nat()]).

unregister(_) -> case heddle:choice([true, false]) of true -> true; false -> erlang:error(badarg) end.
yield() -> true.
node() -> nonode@nohost.
nodes() -> [].
group_leader() -> heddle:opaque().
garbage_collect() -> true.

map_get(K, M) ->
    case M of #{K := V} -> V; #{} -> erlang:error({badkey, K}); _ -> erlang:error({badmap, M}) end.
