%% Evaluates the cases of a module: {ok, Value} or {Class, Reason} of each, in order. The same code
%% runs on the real Erlang and on Heddle's machine.
-module(conformance_runner).
-export([run/1, write/2, evaluate/1, alone/2, clean/1]).

%% Not recursive: Erlang's collector would walk through a deep stack again and again.
run(Module) -> run(Module:cases(), []).
run([Case | Cases], Results) -> run(Cases, [evaluate(Case) | Results]);
run([], Results) -> lists:reverse(Results).

evaluate({M, F, Args}) ->
    try apply(M, F, Args) of
        Value -> {ok, Value}
    catch
        Class:Reason -> {Class, Reason}
    end.

%% A case in a process of its own, which leaves nothing behind for the next one.
alone(Module, F) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit({result, F, Module:F()}) end),
    receive
        {'DOWN', Ref, process, Pid, {result, F, Value}} -> Value;
        {'DOWN', Ref, process, Pid, {Reason, [_ | _]}} -> {died, Reason};
        {'DOWN', Ref, process, Pid, Reason} -> {died, Reason}
    end.

write(Module, File) ->
    Bytes = term_to_binary(run(Module)),
    ok = file:write_file(File, Bytes).

%% Pids and references out, stack traces out: they differ from run to run.
clean(P) when is_pid(P) -> pid;
clean(R) when is_reference(R) -> ref;
clean(F) when is_function(F) -> 'fun';
clean([{M, F, A, L} | _]) when is_atom(M), is_atom(F), is_list(L), (is_integer(A) orelse is_list(A)) -> trace;
clean([H | T]) -> [clean(H) | clean(T)];
clean(T) when is_tuple(T) -> list_to_tuple(clean(tuple_to_list(T)));
clean(M) when is_map(M) -> maps:from_list(clean(maps:to_list(M)));
clean(X) -> X.
