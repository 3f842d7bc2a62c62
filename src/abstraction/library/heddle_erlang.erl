%% Models of functions of the module erlang that act on processes. heddle:opaque() is any value.
%% A message that may arrive is sent by a process of its own, which may also never run.
-module(heddle_erlang).
-compile(export_all).
-compile(nowarn_export_all).
-compile({no_auto_import, [spawn/2, spawn/3, spawn/4, spawn_link/1, spawn_link/3, spawn_monitor/1,
  spawn_monitor/3, link/1, unlink/1, monitor/2, monitor/3, demonitor/1, demonitor/2, exit/2, length/1,
  group_leader/2]}).

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

%% Whether a list of options has this one.
has(_, []) -> false;
has(Option, [Option | _]) -> true;
has(Option, [_ | T]) -> has(Option, T).

spawn(_Node, F) -> erlang:spawn(F).
spawn(M, F, A) when is_atom(M), is_atom(F) -> _ = erlang:length(A), erlang:spawn(fun() -> erlang:apply(M, F, A) end);
spawn(_, _, _) -> erlang:error(badarg).
spawn(_Node, M, F, A) -> spawn(M, F, A).
spawn_link(F) -> P = erlang:spawn(F), linked(P), P.
spawn_link(M, F, A) -> P = spawn(M, F, A), linked(P), P.
spawn_monitor(F) -> P = erlang:spawn(F), {P, monitor(process, P)}.
spawn_monitor(M, F, A) -> P = spawn(M, F, A), {P, monitor(process, P)}.
spawn_opt(F, Options) -> are_options(Options), with_options(erlang:spawn(F), Options).
spawn_opt(M, F, A, Options) -> are_options(Options), with_options(spawn(M, F, A), Options).
are_options([]) -> ok;
are_options([link | T]) -> are_options(T);
are_options([monitor | T]) -> are_options(T);
are_options([{Key, _} | T])
  when Key =:= monitor; Key =:= priority; Key =:= fullsweep_after; Key =:= min_heap_size;
       Key =:= min_bin_vheap_size; Key =:= max_heap_size; Key =:= message_queue_data ->
    are_options(T);
are_options(_) -> erlang:error(badarg).
with_options(P, Options) ->
    case has(link, Options) of true -> linked(P); false -> ok end,
    watched(P, Options).
watched(P, []) -> P;
watched(P, [monitor | _]) -> {P, monitor(process, P)};
watched(P, [{monitor, Options} | _]) -> {P, monitor(process, P, Options)};
watched(P, [_ | T]) -> watched(P, T).

%% Only who traps exits gets a message; a process that dies of a link just stays where it is.
link(P) when not is_pid(P), not is_port(P) -> erlang:error(badarg);
link(P) ->
    case heddle:ends(P) of true -> erlang:error(noproc); false -> linked(P) end.
linked(P) ->
    heddle:tie(P),
    Self = erlang:self(),
    case heddle:traps_exits(Self) of
        true -> erlang:spawn(fun() -> Self ! {'EXIT', P, heddle:opaque()} end);
        false -> ok
    end,
    case heddle:traps_exits(P) of
        true -> erlang:spawn(fun() -> P ! {'EXIT', Self, heddle:opaque()} end);
        false -> ok
    end,
    true.
unlink(P) when is_pid(P) -> true;
unlink(P) when is_port(P) -> true;
unlink(_) -> erlang:error(badarg).

exit(P, _) when not is_pid(P), not is_port(P) -> erlang:error(badarg);
exit(P, Reason) ->
    heddle:kill(P),
    case heddle:traps_exits(P) of
        true -> P ! {'EXIT', erlang:self(), Reason}, true;
        false -> true
    end.

monitor(Kind, P) ->
    Reference = erlang:make_ref(),
    watch('DOWN', Reference, Kind, P),
    Reference.
%% With a tag of its own, and an alias.
monitor(Kind, P, Options) ->
    Reference = erlang:alias(),
    watch(tag(Options), Reference, Kind, P),
    Reference.
tag([]) -> 'DOWN';
tag([{tag, Tag} | _]) -> Tag;
tag([_ | T]) -> tag(T).
watch(Tag, Reference, Kind, P) ->
    case Kind =:= process orelse Kind =:= port orelse Kind =:= time_offset of
        true -> ok;
        false -> erlang:error(badarg)
    end,
    case is_pid(P) orelse is_atom(P) orelse is_tuple(P) orelse is_port(P) of
        true -> ok;
        false -> erlang:error(badarg)
    end,
    Self = erlang:self(),
    Object = case erlang:is_atom(P) of true -> {P, erlang:node()}; false -> P end,
    erlang:spawn(fun() -> Self ! {Tag, Reference, Kind, Object, heddle:opaque()} end).
demonitor(Reference) when is_reference(Reference) -> true;
demonitor(_) -> erlang:error(badarg).
demonitor(Reference, Options) when is_reference(Reference) ->
    case has(info, Options) of true -> heddle:choice([true, false]); false -> true end;
demonitor(_, _) -> erlang:error(badarg).
%% A name that is a reference.
alias() -> Reference = erlang:make_ref(), heddle:name(Reference, erlang:self()), Reference.
alias(_) -> erlang:alias().
unalias(Reference) when is_reference(Reference) -> heddle:choice([true, false]);
unalias(_) -> erlang:error(badarg).

send(P, M) -> P ! M.
send(P, M, Options) ->
    are_for_sending(Options),
    P ! M,
    %% To a name at another node it may not get through.
    case is_tuple(P) of true -> heddle:choice([ok, noconnect, nosuspend]); false -> ok end.
are_for_sending([]) -> ok;
are_for_sending([noconnect | T]) -> are_for_sending(T);
are_for_sending([nosuspend | T]) -> are_for_sending(T);
are_for_sending(_) -> erlang:error(badarg).
send_nosuspend(P, M) -> send_nosuspend(P, M, []).
send_nosuspend(P, M, Options) ->
    case send(P, M, Options) of ok -> true; _ -> false end.

%% What is sent later to a name that nobody has is lost.
send_after(T, P, M) ->
    can_be_timed(T, P),
    erlang:spawn(fun() -> catch P ! M end),
    erlang:make_ref().
send_after(T, P, M, _) -> send_after(T, P, M).
start_timer(T, P, M) ->
    can_be_timed(T, P),
    Reference = erlang:make_ref(),
    erlang:spawn(fun() -> catch P ! {timeout, Reference, M} end),
    Reference.
start_timer(T, P, M, _) -> start_timer(T, P, M).
can_be_timed(T, P) when is_integer(T), T >= 0, is_pid(P) orelse is_atom(P) -> ok;
can_be_timed(_, _) -> erlang:error(badarg).
cancel_timer(Timer) when is_reference(Timer) -> heddle:choice([false, heddle:any_nat()]);
cancel_timer(_) -> erlang:error(badarg).
cancel_timer(Timer, Options) -> told_later(cancel_timer, Timer, Options).
read_timer(Timer) -> cancel_timer(Timer).
read_timer(Timer, Options) -> told_later(read_timer, Timer, Options).
told_later(What, Timer, Options) when is_reference(Timer) ->
    case has({async, true}, Options) of
        true -> later({What, Timer, heddle:choice([false, heddle:any_nat()])}), ok;
        false -> heddle:choice([false, heddle:any_nat(), ok])
    end;
told_later(_, _, _) -> erlang:error(badarg).
later(Message) -> Self = erlang:self(), erlang:spawn(fun() -> Self ! Message end).

garbage_collect() -> true.
garbage_collect(P) when is_pid(P) -> heddle:choice([true, false]);
garbage_collect(_) -> erlang:error(badarg).
garbage_collect(P, Options) when is_pid(P) -> answered_later(garbage_collect, Options);
garbage_collect(_, _) -> erlang:error(badarg).
check_process_code(P, _) when is_pid(P) -> heddle:choice([true, false]);
check_process_code(_, _) -> erlang:error(badarg).
check_process_code(P, _, Options) when is_pid(P) -> answered_later(check_process_code, Options);
check_process_code(_, _, _) -> erlang:error(badarg).
answered_later(_, []) -> heddle:choice([true, false]);
answered_later(What, [{async, Id} | _]) ->
    later({What, Id, heddle:choice([true, false, aborted])}),
    async;
answered_later(What, [_ | T]) -> answered_later(What, T).

unregister(_) -> case heddle:choice([true, false]) of true -> true; false -> erlang:error(badarg) end.
yield() -> true.
node() -> nonode@nohost.
nodes() -> [].
group_leader() -> heddle:opaque().
%% Whoever writes sends to the group leader; processes inherit theirs.
group_leader(Leader, P) when is_pid(Leader), is_pid(P) -> heddle:name('$group_leader', Leader), true;
group_leader(_, _) -> erlang:error(badarg).

map_get(K, M) ->
    case M of #{K := V} -> V; #{} -> erlang:error({badkey, K}); _ -> erlang:error({badmap, M}) end.
