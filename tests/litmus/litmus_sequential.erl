%% Counts of calls, meta traces, patterns of modules that are replaced, and the tokens of sequential
%% traces: against what they count, trace and go along with.
-module(litmus_sequential).
-include("litmus.hrl").

-define(M, litmus_traced_module).

f(X) -> X.
later(F) -> spawn(fun() -> receive go -> F() end end).
count() -> element(2, erlang:trace_info({?MODULE, f, 1}, call_count)).
counts(How) -> erlang:trace_pattern({?MODULE, f, 1}, How, [call_count]).

%% Whether the call was made before.
race_count_asked() ->
    counts(true),
    C = child(fun() -> f(1) end),
    N = count(),
    answer(C),
    {N, count()}.

%% Two calls change places, and nobody can tell.
commute_observed_counts() ->
    counts(true),
    A = child(fun() -> f(1) end),
    B = child(fun() -> f(2) end),
    [answer(A), answer(B), count()].

%% Whether the count begins before the call.
race_count_begins() ->
    C = child(fun() -> f(1) end),
    counts(true),
    answer(C),
    count().

race_count_paused() ->
    counts(true),
    C = child(fun() -> f(1) end),
    counts(pause),
    answer(C),
    count().

race_count_restarted() ->
    counts(true),
    C = child(fun() -> f(1) end),
    counts(restart),
    answer(C),
    count().

%% Whether somebody is told of the call.
race_meta_begins() ->
    C = child(fun() -> f(1) end),
    erlang:trace_pattern({?MODULE, f, 1}, true, [meta]),
    answer(C),
    meta_told(element(1, C)).

race_meta_ends() ->
    erlang:trace_pattern({?MODULE, f, 1}, true, [meta]),
    C = child(fun() -> f(1) end),
    erlang:trace_pattern({?MODULE, f, 1}, false, [meta]),
    answer(C),
    meta_told(element(1, C)).

%% Whose call is told of first.
race_meta_two() ->
    erlang:trace_pattern({?MODULE, f, 1}, true, [meta]),
    [spawn(fun() -> f(I) end) || I <- [1, 2]],
    receive {trace_ts, _, call, {_, f, [X]}, _} -> X end.

meta_told(Pid) ->
    Ref = erlang:trace_delivered(Pid),
    receive {trace_delivered, _, Ref} -> ok end,
    receive {trace_ts, _, call, {_, f, [X]}, _} -> {told, X} after 0 -> nothing end.

%% ---- A module that is replaced

loads(V) ->
    {ok, ?M, B} =
        compile:forms({?M, [{v, 0}], [],
                       [{function, v, 0, 2,
                         [{label, 1}, {func_info, {atom, ?M}, {atom, v}, 0}, {label, 2}, {move, {integer, V}, {x, 0}}, return]}],
                       3},
                      [from_asm, no_spawn_compiler_process]),
    fun() -> {module, _} = code:load_binary(?M, "none", B), V end.
of_module() -> element(2, erlang:trace_info({?M, v, 0}, call_count)).

%% The pattern ends when the module is replaced, or is set for the new one.
race_pattern_replaced() ->
    (loads(1))(),
    Two = loads(2),
    C = child(Two),
    erlang:trace_pattern({?M, v, 0}, true, [call_count]),
    answer(C),
    of_module().

%% A call of the old code is counted; one of the new code is not.
race_replaced_call() ->
    (loads(1))(),
    erlang:trace_pattern({?M, v, 0}, true, [meta]),
    C = child(fun() -> ?M:v() end),
    (loads(2))(),
    V = answer(C),
    Ref = erlang:trace_delivered(element(1, C)),
    receive {trace_delivered, _, Ref} -> ok end,
    {V, receive {trace_ts, _, call, _, _} -> told after 0 -> nothing end}.

%% What is loaded is traced only if that was set before.
race_on_load() ->
    C = child(loads(1)),
    erlang:trace_pattern(on_load, true, [call_count]),
    answer(C),
    of_module().

race_replaced_deleted() ->
    (loads(1))(),
    C = child(fun() -> erlang:trace_pattern({?M, v, 0}, true, [call_count]) end),
    code:delete(?M),
    code:purge(?M),
    N = answer(C),
    (loads(1))(),
    {N, of_module()}.

%% ---- Tokens

token() -> seq_trace:get_token(label).
told(Pid) ->
    Ref = erlang:trace_delivered(Pid),
    receive {trace_delivered, _, Ref} -> ok end,
    receive {seq_trace, L, {E, _, _, _, _}} -> {L, E} after 0 -> nothing end.

%% Whether there is a system tracer when something is sent.
race_tracer_begins() ->
    Me = self(),
    T = later(fun() -> seq_trace:set_token(label, 1), seq_trace:set_token(send, true), Me ! x end),
    T ! go,
    seq_trace:set_system_tracer(Me),
    receive x -> seq_trace:set_token([]) end,
    told(T).

%% Whether the token is taken away before or after it is looked at.
race_reset_look() ->
    C = child(fun() -> seq_trace:set_token(label, 1), T = token(), seq_trace:set_token([]), T end),
    seq_trace:reset_trace(),
    answer(C).

%% A message that waits loses its token, too.
race_reset_message() ->
    Me = self(),
    T = later(fun() -> seq_trace:set_token(label, 1), Me ! x end),
    C = child(fun() -> seq_trace:reset_trace(), ok end),
    T ! go,
    Token = receive x -> token() end,
    seq_trace:set_token([]),
    answer(C),
    Token.

%% Which message came first decides which token stays.
race_two_tokens() ->
    Me = self(),
    [spawn(fun() -> seq_trace:set_token(label, I), Me ! x end) || I <- [1, 2]],
    receive x -> ok end,
    receive x -> ok end,
    T = token(),
    seq_trace:set_token([]),
    T.

%% A token is not sent to the dead.
race_serial_of_send() ->
    D = spawn(fun() -> ok end),
    seq_trace:set_token(label, 1),
    D ! x,
    {serial, {_, N}} = seq_trace:get_token(serial),
    seq_trace:set_token([]),
    N.

%% Nobody but itself has to do with it.
commute_observed_own_tokens() ->
    A = child(fun() -> seq_trace:set_token(label, 1), T = token(), seq_trace:set_token([]), T end),
    B = child(fun() -> seq_trace:set_token(label, 2), T = token(), seq_trace:set_token([]), T end),
    [answer(A), answer(B)].
