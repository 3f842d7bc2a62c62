%% What OTP's own modules ask the emulator for, and ports that are not open.
-module(cases_emulator).
-import(conformance_runner, [clean/1]).
-export([cases/0, asks/3, chunk/2, table/1, all_tables/0, suspends/1, wall_time/0, flag_of/3, signal/1]).

cases() ->
    [{?MODULE, asks, [M, F, A]} || {M, F, As} <- questions(), A <- As] ++
        [{?MODULE, chunk, [B, N]} || B <- [whole, cut, empty, short, gzipped, longer, list, bits, text], N <- ["Attr", "AtU8", "Foo1", "F", [], "AttrX", [1, 2, 3, 400], 'Attr']] ++
        [{?MODULE, table, [W]} || W <- [first, next, absent, missing, foreign, super, super_error]] ++
        [{?MODULE, all_tables, []}] ++
        [{?MODULE, suspends, [O]} || O <- [[], [unless_suspending], [x], [asynchronous], x, [asynchronous | x]]] ++
        [{?MODULE, flag_of, [W, F, V]} || W <- [self, other, nobody], F <- [save_calls], V <- [0, 5, -1, x]] ++
        [{?MODULE, signal, [R]} || R <- [normal, kill, boom]].

questions() ->
    P = list_to_port("#Port<0.77>"),
    [{erlang, port_info, [[P], [nobody], [1], [P, name], [P, nothing], [nobody, id], [1, name], [P, 1]]},
     {erlang, port_close, [[P], [nobody], [1]]},
     {erlang, port_command, [[P, "a"], [P, "a", []], [P, "a", [nosuspend, force]], [P, "a", [x]], [P, x], [nobody, "a"]]},
     {erlang, port_connect, [[P, self()], [P, x]]},
     {erlang, port_control, [[P, 1, "a"], [P, x, "a"]]},
     {erlang, port_call, [[P, 1, "a"], [P, "a"]]},
     {erlang, port_get_data, [[P], [x]]},
     {erlang, port_set_data, [[P, 1], [x, 1]]},
     {erts_internal, port_info, [[P], [x], [1], [P, name], [x, name]]},
     {erts_internal, port_close, [[P], [x]]},
     {erts_internal, port_command, [[P, "a", []], [P, "a", [x]], [P, "a", [force]]]},
     {erts_internal, port_connect, [[P, x]]},
     {erts_internal, port_control, [[P, 1, "a"]]},
     {erts_internal, port_call, [[P, 1, "a"]]},
     {erlang, monitor_node, [[N, V | O] || N <- ['nonode@nohost', 'a@b', 1], V <- [true, false, x], O <- [[], [[]], [[allow_passive_connect]], [[x]], [x]]]},
     {erlang, append, [["ab", "c"], [[], x], ["a", x], [x, "a"], [[1 | 2], []]]},
     {erlang, subtract, [["abcb", "b"], ["abc", x], [x, []], [[], "a"]]},
     {erts_internal, is_process_executing_dirty, [[self()], [x]]},
     {erts_internal, get_creation, [[]]},
     {erts_internal, purge_module, [[lists, prepare], [nothing, x]]},
     {?MODULE, wall_time, [[]]},
     {erts_debug, disassemble, [[{lists, reverse, 1}], [x]]},
     {erts_literal_area_collector, release_area_switch, [[]]},
     {erts_literal_area_collector, send_copy_request, [[self(), a, b]]}].

%% The value, or the error with what explains it.
try_(F) ->
    try F() catch C:R:T -> {M, N, A, L} = hd(T), {C, R, M, N, if is_list(A) -> length(A); true -> A end, proplists:get_value(error_info, L)} end.

alone(F) ->
    {_, M} = spawn_monitor(fun() -> exit({given, F()}) end),
    receive {'DOWN', M, _, _, {given, V}} -> clean(V); {'DOWN', M, _, _, R} -> {died, clean(R)} end.

asks(M, F, A) -> alone(fun() -> try_(fun() -> apply(M, F, A) end) end).

chunk(Which, Name) ->
    {ok, B} = file:read_file(code:which(?MODULE)),
    Bytes = case Which of
                whole -> B;
                cut -> binary:part(B, 0, 200);
                empty -> <<>>;
                short -> <<"FOR1", 4:32, "BEAM">>;
                gzipped -> zlib:gzip(B);
                longer -> <<B/binary, 1, 2, 3>>;
                list -> [B];
                bits -> <<B/binary, 1:1>>;
                text -> <<"no such thing at all">>
            end,
    try_(fun() -> erts_internal:beamfile_chunk(Bytes, Name) end).

table(W) -> alone(fun() -> try_(fun() -> look(W, ets:new(a_table, [private])) end) end).

look(first, T) -> {erts_internal:ets_raw_first(T), ets:insert(T, {1, a}), erts_internal:ets_raw_first(T)};
look(next, T) -> ets:insert(T, {1, a}), erts_internal:ets_raw_next(T, 1);
look(absent, T) -> ets:insert(T, {1, a}), erts_internal:ets_raw_next(T, 2);
look(missing, _) -> erts_internal:ets_raw_first(no_such_table);
look(foreign, T) -> by_another(fun() -> try_(fun() -> erts_internal:ets_raw_first(T) end) end);
look(super, T) ->
    ets:insert(T, {1, a}),
    by_another(fun() ->
                   On = erts_internal:ets_super_user(true),
                   Seen = {ets:lookup(T, 1), ets:insert(T, {2, b}), ets:lookup(T, 2)},
                   Off = erts_internal:ets_super_user(false),
                   {On, Seen, Off, try_(fun() -> ets:lookup(T, 1) end)}
               end);
look(super_error, _) -> erts_internal:ets_super_user(x).

by_another(F) ->
    {_, M} = spawn_monitor(fun() -> exit({given, F()}) end),
    receive {'DOWN', M, _, _, {given, V}} -> V end.

%% The answers to the request are messages, one of each scheduler.
all_tables() ->
    alone(fun() ->
              T = ets:new(mine, []),
              R = ets:internal_request_all(),
              Parts = [receive {R, Some} -> Some end || _ <- lists:seq(1, erlang:system_info(schedulers))],
              lists:member(T, lists:append(Parts))
          end).

wall_time() -> [erts_internal:scheduler_wall_time(V) || V <- [x, true, x, false, x]].

waiting() -> spawn(fun() -> receive stop -> ok end end).

suspends(O) ->
    alone(fun() ->
              P = waiting(), receive after 5 -> ok end,
              A = try_(fun() -> erts_internal:suspend_process(P, O) end),
              {A, try_(fun() -> erts_internal:suspend_process(P, O) end), process_info(P, status),
               try_(fun() -> erts_internal:suspend_process(self(), O) end), try_(fun() -> erts_internal:suspend_process(x, O) end)}
          end).

%% Of another process it is a request, whose answer is a message: only what comes of it is the same.
flag_of(W, F, V) ->
    alone(fun() ->
              P = case W of self -> self(); other -> waiting(); nobody -> x end,
              case W of
                  other -> {try_(fun() -> erlang:process_flag(P, F, V) end), try_(fun() -> erlang:process_flag(P, F, V) end)};
                  _ -> {try_(fun() -> erts_internal:process_flag(P, F, V) end), try_(fun() -> erts_internal:process_flag(P, F, V) end)}
              end
          end).

signal(R) ->
    alone(fun() ->
              P = spawn(fun() -> receive stop -> ok end end),
              M = monitor(process, P),
              S = erlang:exit_signal(P, R),
              P ! stop,
              receive {'DOWN', M, _, _, Why} -> {S, Why} end
          end).
