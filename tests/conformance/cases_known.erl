%% What the system knows: servers of kernel by name, loaded modules; and in which parts bags are given.
-module(cases_known).
-export([cases/0, server/1, names/0, loaded/1, parts/3]).

cases() ->
    [{?MODULE, server, [N]} || N <- [code_server, logger, rex, inet_db, init, user, erl_prim_loader, erts_code_purger, kernel_refc, global_group, logger_proxy, standard_error_sup, socket_registry, nobody]] ++
        [{?MODULE, names, []}] ++ [{?MODULE, loaded, [M]} || M <- [lists, erlang, init, ?MODULE, no_such_module, prim_file]] ++
        [{?MODULE, parts, [T, How, N]} || T <- [bag, duplicate_bag], How <- [select, select_all, match, match_object, select_reverse], N <- [1, 2, 3, 4, 7, 10]].

server(N) -> {is_pid(whereis(N)), try register(N, self()) of true -> unregister(N) catch error:R -> R end}.
names() -> [N || N <- [code_server, logger, rex, inet_db, init, user, standard_error, kernel_sup], not lists:member(N, registered())].
loaded(M) -> {lists:member(M, erlang:loaded()), length(erlang:loaded()) =:= length(lists:usort(erlang:loaded()))}.

%% Objects of one key: those of several come in an order that OTP leaves open.
parts(Type, How, N) ->
    T = ets:new(t, [Type]), ets:insert(T, [{a, I} || I <- lists:seq(1, 7)]), ets:delete_object(T, {a, 3}), ets:insert(T, {a, 8}),
    R = rest(first(How, T, N), How), ets:delete(T), R.
first(select, T, N) -> ets:select(T, [{{a, '$1'}, [], ['$1']}], N);
first(select_all, T, N) -> ets:select(T, [{{'_', '$1'}, [], ['$1']}], N);
first(match, T, N) -> ets:match(T, {a, '$1'}, N);
first(match_object, T, N) -> ets:match_object(T, {'_', '_'}, N);
first(select_reverse, T, N) -> ets:select_reverse(T, [{{a, '$1'}, [], ['$1']}], N).
rest('$end_of_table', _) -> [];
rest({L, C}, How) ->
    [L | rest(case How of match -> ets:match(C); match_object -> ets:match_object(C); select_reverse -> ets:select_reverse(C); _ -> ets:select(C) end, How)].
