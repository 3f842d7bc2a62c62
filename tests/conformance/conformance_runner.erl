%% Evaluates the cases of a module: {ok, Value} or {Class, Reason} of each, in order. The same code
%% runs on the real Erlang and on Heddle's machine.
-module(conformance_runner).
-export([run/1, write/2, evaluate/1, alone/2]).

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
