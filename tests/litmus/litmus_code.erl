%% Code replacement: loading, deleting and purging a module against calls of it, its funs, looks at it
%% and those who run it. The module has v/0, its version; f/0, a fun that says it; back/1, which calls
%% a fun and returns into its own version.
-module(litmus_code).
-include("litmus.hrl").

-define(M, litmus_replaced).

%% Assembled, not compiled: that is fast.
binary(Module, V) -> binary(Module, V, [], []).

%% With more functions and attributes.
binary(Module, V, More, Attributes) ->
    Function = fun(Name, Arity, Label, Code) ->
                   {function, Name, Arity, Label + 1,
                    [{label, Label}, {func_info, {atom, Module}, {atom, Name}, Arity}, {label, Label + 1} | Code]}
               end,
    Value = [{move, {integer, V}, {x, 0}}, return],
    Functions =
        [Function(v, 0, 1, Value),
         Function(f, 0, 3,
                  [{test_heap, {alloc, [{words, 0}, {floats, 0}, {funs, 1}]}, 0},
                   {make_fun3, {f, 8}, 0, 0, {x, 0}, {list, []}}, return]),
         Function(back, 1, 5,
                  [{allocate, 0, 1}, {call_fun, 0}, {test_heap, 3, 1},
                   {put_tuple2, {x, 0}, {list, [{x, 0}, {integer, V}]}}, {deallocate, 0}, return]),
         Function('-f/0-fun-0-', 0, 7, Value)
         | [Function(Name, Arity, 9, Code) || {Name, Arity, Code} <- More]],
    {ok, Module, Binary} =
        compile:forms({Module, [{v, 0}, {f, 0}, {back, 1}], Attributes, Functions, 11},
                      [from_asm, no_spawn_compiler_process]),
    Binary.

loads(V) -> B = binary(?M, V), fun() -> {module, _} = code:load_binary(?M, "none", B), V end.
%% With a function on_load that says so to whoever is registered as `watcher`, and gives Result.
loads_with_on_load(V, Result) ->
    Tell = [{allocate, 0, 0}, {move, {atom, loading}, {x, 1}}, {move, {atom, litmus_watcher}, {x, 0}},
            {call_ext, 2, {extfunc, erlang, send, 2}}, {move, {atom, Result}, {x, 0}}, {deallocate, 0}, return],
    B = binary(?M, V, [{start, 0, Tell}], [{on_load, [{start, 0}]}]),
    fun() -> code:load_binary(?M, "none", B) end.
loads_both(V) ->
    Two = [{M, "none", binary(M, V)} || M <- [?M, litmus_second]],
    fun() -> code:atomic_load(Two) end.
calls() -> fun() -> ?M:v() end.
deletes() -> fun() -> code:delete(?M) end.

%% Versions are loaded, one after the other, and then the two happen.
race(Versions, First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    [(loads(V))() || V <- Versions],
    C = child(fun() -> attempt(Child) end),
    Mine = attempt(Own),
    Theirs = answer(C),
    {plain(Mine), plain(Theirs), erlang:check_old_code(?M), attempt(calls())}.

plain({badfun, _}) -> badfun;
plain(Answer) -> Answer.

%% Before the code is there the call fails.
race_first_load_call() -> race([], loads(1), calls()).

%% Old or new.
race_load_call() -> race([1], loads(2), calls()).

%% The same by a value.
race_load_external_fun() -> F = fun ?M:v/0, race([1], loads(2), F).

%% The same by apply.
race_load_apply() -> race([1], loads(2), fun() -> apply(?M, v, []) end).

%% A new process calls the code of its time.
race_load_spawn() ->
    race([1], loads(2),
         fun() -> Me = self(), spawn(?M, back, [fun() -> Me ! {spawned, ?M:v()} end]), receive {spawned, V} -> V end end).

%% The last one stays.
race_load_load() -> race([1], loads(2), loads(3)).

%% Nothing is found after it.
race_delete_call() -> race([1], deletes(), calls()).

%% Deleted first, it is there in the end.
race_delete_load() -> race([1], deletes(), loads(2)).

%% Only one of them deletes.
race_delete_delete() -> race([1], deletes(), deletes()).

%% Whether there is old code.
race_load_check_old() -> race([1], loads(2), fun() -> erlang:check_old_code(?M) end).

%% The look finds the module, or does not.
race_delete_exported() -> race([1], deletes(), fun() -> erlang:function_exported(?M, v, 0) end).
race_delete_loaded() -> race([1], deletes(), fun() -> erlang:module_loaded(?M) end).
race_load_is_loaded() -> race([], loads(1), fun() -> code:is_loaded(?M) =/= false end).
race_delete_info() -> race([1], deletes(), fun() -> is_binary(erlang:get_module_info(?M, md5)) end).

%% A fun of old code works until it is purged.
race_purge_fun() ->
    (loads(1))(), F = ?M:f(), (loads(2))(),
    race([], fun() -> code:purge(?M) end, F).

%% Who runs old code when it is purged is killed; who has left it is not.
race_purge_leave() ->
    (loads(1))(),
    {P, Monitor} = spawn_monitor(fun() -> Answer = ?M:back(fun next/0), exit({left, Answer}) end),
    P ! go,
    (loads(2))(),
    Purged = code:purge(?M),
    {Purged, down(Monitor)}.

%% It asks first.
race_soft_purge_leave() ->
    (loads(1))(),
    {P, Monitor} = spawn_monitor(fun() -> Answer = ?M:back(fun next/0), exit({left, Answer}) end),
    P ! go,
    (loads(2))(),
    Purged = code:soft_purge(?M),
    {Purged, down(Monitor)}.

%% A look at who runs old code, while it leaves.
race_check_process_leave() ->
    (loads(1))(),
    {P, Monitor} = spawn_monitor(fun() -> Answer = ?M:back(fun next/0), exit({left, Answer}) end),
    (loads(2))(),
    P ! go,
    Lingers = erlang:check_process_code(P, ?M),
    {Lingers, down(Monitor)}.

%% A server that upgrades itself when it is asked to, and a client.
race_upgrade_client() ->
    (loads(1))(),
    Load = loads(2),
    Server = spawn(fun() -> serve(2) end),
    C = child(fun() -> Server ! {self(), what}, next() end),
    Server ! {upgrade, Load},
    answer(C).

serve(0) -> ok;
serve(N) ->
    receive
        {upgrade, Load} -> Load(), serve(N - 1);
        {Client, what} -> Client ! ?M:v(), serve(N - 1)
    end.

%% Both modules or none: who calls the second one after the first never sees the new one first.
race_atomic_load_calls() ->
    (loads_both(1))(),
    race([], loads_both(2), fun() -> {?M:v(), litmus_second:v()} end).

%% What is loaded alone replaces one of them, or is replaced.
race_atomic_load_load() ->
    Result = race([], loads_both(2), loads(3)),
    {Result, litmus_second:v()}.

%% What another one has loaded meanwhile is old code already: nothing is loaded then.
race_atomic_load_atomic_load() -> race([], loads_both(1), loads_both(2)).

%% Prepared before, loaded at once.
race_finish_loading_call() ->
    (loads(1))(),
    {ok, Prepared} = code:prepare_loading([{?M, "none", binary(?M, 2)}]),
    race([], fun() -> code:finish_loading(Prepared) end, calls()).

%% While the function on_load runs, the code before is called; then the new one.
race_on_load_call() ->
    register(litmus_watcher, self()),
    Result = race([1], loads_with_on_load(2, ok), calls()),
    unregister(litmus_watcher),
    Result.

%% Without code before, whoever calls it waits for the function, or comes too early.
race_on_load_first_call() ->
    register(litmus_watcher, self()),
    Result = race([], loads_with_on_load(1, ok), calls()),
    unregister(litmus_watcher),
    Result.

%% Whether there is a version to purge.
race_delete_purge() -> race([1], deletes(), fun() -> erlang:check_old_code(?M) andalso code:purge(?M) end).

%% Purging again what was deleted meanwhile kills who runs it.
race_delete_purge_leave() ->
    (loads(1))(),
    {P, Monitor} = spawn_monitor(fun() -> Answer = ?M:back(fun next/0), exit({left, Answer}) end),
    C = child(deletes()),
    Purged = code:purge(?M),
    P ! go,
    {Purged, answer(C), down(Monitor)}.

%% A call that enters old code just before it is asked for.
race_soft_purge_fun() ->
    (loads(1))(), F = ?M:f(), (loads(2))(),
    race([], fun() -> code:soft_purge(?M) end, F).

%% Where a process is that leaves the module.
race_current_function_leave() ->
    (loads(1))(),
    {P, Monitor} = spawn_monitor(fun() -> ?M:back(fun next/0), receive stop -> ok end end),
    P ! go,
    {current_stacktrace, Trace} = process_info(P, current_stacktrace),
    P ! stop,
    {lists:keymember(?M, 1, Trace), down(Monitor)}.

%% All versions, seen by somebody else.
race_load_all_loaded() -> race([], loads(1), fun() -> lists:keymember(?M, 1, code:all_loaded()) end).

%% Nobody replaces it meanwhile.
commute_calls() ->
    (loads(1))(),
    C = child(calls()),
    {?M:v(), answer(C)}.

%% Another module.
commute_other_module() ->
    (loads(1))(),
    B = binary(litmus_other, 1),
    C = child(calls()),
    {module, _} = code:load_binary(litmus_other, "none", B),
    answer(C).

%% Purging what has no old code.
commute_purge_nothing_call() ->
    (loads(1))(),
    C = child(calls()),
    {code:purge(?M), answer(C)}.

%% A fun whose code is current stays in it.
commute_funs() ->
    (loads(1))(),
    F = ?M:f(),
    C = child(F),
    {F(), answer(C)}.
