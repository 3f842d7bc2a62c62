%% Global names and locks, on a node of its own.
-module(cases_global).
-behaviour(gen_server).
-export([cases/0, init/1, handle_call/3, handle_cast/2]).
-compile([export_all, nowarn_export_all]).

cases() ->
    [{conformance_runner, alone, [?MODULE, F]} || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, [cases, module_info, sleeper])].

init(State) -> {ok, State}.
handle_call(get, _, S) -> {reply, S, S}.
handle_cast(_, S) -> {noreply, S}.

sleeper() -> spawn(fun() -> receive stop -> ok end end).
gone(Name) ->
    global:sync(),
    case global:whereis_name(Name) of
        undefined -> gone;
        _ -> gone(Name)
    end.

nobody() -> {global:whereis_name(g_nobody), global:unregister_name(g_nobody)}.
registers() ->
    yes = global:register_name(g_one, self()),
    {global:whereis_name(g_one) =:= self(), global:register_name(g_one, self()),
     lists:member(g_one, global:registered_names())}.
unregisters() ->
    yes = global:register_name(g_two, self()),
    _ = global:unregister_name(g_two),
    {global:whereis_name(g_two), global:register_name(g_two, self())}.
registers_again() ->
    P = sleeper(),
    yes = global:register_name(g_three, self()),
    yes = global:re_register_name(g_three, P),
    {global:whereis_name(g_three) =:= P, P ! stop}.
any_term() -> {global:register_name({g, "four", 4}, self()), global:whereis_name({g, "four", 4}) =:= self()}.
ends() ->
    {P, R} = spawn_monitor(fun() -> yes = global:register_name(g_five, self()) end),
    receive {'DOWN', R, process, P, Reason} -> {Reason, gone(g_five)} end.
sends() ->
    yes = global:register_name(g_six, self()),
    To = global:send(g_six, hello),
    {To =:= self(), receive hello -> received end}.
sends_to_nobody() -> try global:send(g_nobody, hello) catch C:R -> {C, R} end.
server() ->
    {ok, P} = gen_server:start_link({global, g_seven}, ?MODULE, seven, []),
    {error, {already_started, Other}} = gen_server:start_link({global, g_seven}, ?MODULE, eight, []),
    Value = gen_server:call({global, g_seven}, get),
    ok = gen_server:stop({global, g_seven}),
    {P =:= Other, Value, gone(g_seven)}.
via() ->
    {ok, P} = gen_server:start_link({via, global, g_eight}, ?MODULE, eight, []),
    {gen_server:call({via, global, g_eight}, get), global:whereis_name(g_eight) =:= P, gen_server:stop(P)}.
calls_nobody() ->
    try gen_server:call({global, g_nobody}, get) catch C:{R, _} -> {C, R} end.
lock() ->
    true = global:set_lock({g_lock, self()}),
    Busy = global:set_lock({g_lock, other}, [node()], 0),
    Again = global:set_lock({g_lock, self()}, [node()], 0),
    true = global:del_lock({g_lock, self()}),
    true = global:del_lock({g_lock, self()}),
    {Busy, Again, global:set_lock({g_lock, other}, [node()], 0), global:del_lock({g_lock, other})}.
lock_of_the_dead() ->
    {P, R} = spawn_monitor(fun() -> true = global:set_lock({g_lock_2, self()}) end),
    receive {'DOWN', R, process, P, _} -> global:set_lock({g_lock_2, self()}) end.
trans() -> {global:trans({g_lock_3, self()}, fun() -> 42 end), catch global:trans({g_lock_3, self()}, fun() -> throw(up) end)}.
trans_of_a_busy_lock() ->
    true = global:set_lock({g_lock_4, other}),
    global:trans({g_lock_4, self()}, fun() -> 42 end, [node()], 0).
sync() -> global:sync().
monitor_nodes() -> {net_kernel:monitor_nodes(true), net_kernel:monitor_nodes(true, []), net_kernel:monitor_nodes(false)}.
rpc() -> {rpc:call(node(), erlang, '+', [1, 2]), erpc:call(node(), fun() -> 6 end), rpc:call(node(), erlang, hd, [[]])}.
