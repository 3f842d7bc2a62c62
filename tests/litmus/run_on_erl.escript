#!/usr/bin/env escript
%% Runs the litmus programs on the real Erlang, with random pauses, and prints the outcomes it saw.
%%
%%     run_on_erl.escript [--runs N] [--terms FILE] [MODULE | MODULE:FUNCTION]...
%%     run_on_erl.escript [--runs N] --random FILE.erl
%%
%% An outcome is {What, Exits, Stuck}: what the program returned (or the reason why its first process
%% ended), the reasons of the other processes that did not end normally, and those that still wait.
%% Processes are called P, P.1, P.1.1, ... after the order in which their parents started them.
%% A race_* program that showed one outcome only and a commute_* program that showed several are
%% reported; so is a program that got stuck without saying so in its name. --terms writes what was
%% seen as terms, for a comparison with Heddle's outcomes. --random runs the functions t0/0, t1/0, ... of
%% a module, and writes every outcome in Heddle's words, for erlang_programs_test.cpp.
-mode(compile).
-export([pause/0]).

%% Twice no event for so long, and every process waits: they are stuck. Longer than any `after` here.
-define(QUIET, 40).

main(Arguments) ->
    ok = logger:set_primary_config(level, none),
    {Options, Names} = options(Arguments, #{runs => 100, terms => none, random => none}, []),
    case Options of
        #{random := none} -> litmus(Options, Names);
        #{random := File, runs := Runs} -> random(File, Runs)
    end.

litmus(Options, Names) ->
    Folder = filename:dirname(escript:script_name()),
    All = lists:sort(filelib:wildcard(filename:join(Folder, "litmus_*.erl"))),
    %% Who is traced by us cannot be traced by the program.
    Files = [File || File <- All, not lists:member(filename:basename(File), ["litmus_trace.erl", "litmus_sequential.erl"])],
    Programs = lists:append([programs(File) || File <- Files]),
    Wanted = [P || P <- Programs, Names =:= [] orelse is_wanted(P, Names)],
    Results = [{P, check(P, maps:get(runs, Options))} || P <- Wanted],
    write(maps:get(terms, Options), Results),
    Bad = [P || {P, {_, Faults}} <- Results, Faults =/= []],
    io:format("~b programs, ~b of them not as they should be~n", [length(Results), length(Bad)]),
    halt(case Bad of [] -> 0; _ -> 1 end).

options(["--runs", Runs | Rest], Options, Names) ->
    options(Rest, Options#{runs := list_to_integer(Runs)}, Names);
options(["--terms", File | Rest], Options, Names) ->
    options(Rest, Options#{terms := File}, Names);
options(["--random", File | Rest], Options, Names) ->
    options(Rest, Options#{random := File}, Names);
options([Name | Rest], Options, Names) ->
    options(Rest, Options, [Name | Names]);
options([], Options, Names) ->
    {Options, Names}.

is_wanted({Module, Function}, Names) ->
    lists:member(atom_to_list(Module), Names) orelse
        lists:member(lists:concat([Module, ":", Function]), Names).

write(none, _) -> ok;
write(File, Results) ->
    Lines = [io_lib:format("~0tp.~n", [{P, Seen}]) || {P, {Seen, _}} <- Results],
    ok = file:write_file(File, Lines).

%% ---- Random programs

random(File, Runs) ->
    Module = load(File),
    [random(Module, F, Runs) || {F, 0} <- lists:sort(Module:module_info(exports)), is_random(F)],
    halt(0).

is_random(Function) ->
    re:run(atom_to_list(Function), "^t[0-9]+$", [{capture, none}]) =:= match.

random(Module, Function, Runs) ->
    [io:format("~s~n~ts~n", [Function, words(Outcome)])
     || Outcome <- maps:keys(runs({Module, Function}, Runs, #{}))].

words({What, Exits, Stuck}) ->
    First = case What of
        {returned, Value} -> [io_lib:format("P returns ~0tp~n", [Value])];
        {exited, Reason} -> [io_lib:format("P exits with ~0tp~n", [Reason])];
        stuck -> []
    end,
    Others = [io_lib:format("~s exits with ~0tp~n", [P, Reason]) || {P, Reason} <- Exits],
    [First, Others, [io_lib:format("~s stuck~n", [P]) || P <- Stuck]].

%% ---- Compilation: a pause before every expression.

programs(File) ->
    Module = load(File),
    [{Module, F} || {F, 0} <- lists:sort(Module:module_info(exports)), is_program(F)].

load(File) ->
    {ok, Forms} = epp:parse_file(File, []),
    {ok, Module, Binary} = compile:forms(with_pauses(Forms), []),
    {module, Module} = code:load_binary(Module, File, Binary),
    Module.

is_program(Function) ->
    case atom_to_list(Function) of
        "race_" ++ _ -> true;
        "commute_" ++ _ -> true;
        "delayed_" ++ _ -> true;
        "same_" ++ _ -> true;
        _ -> false
    end.

with_pauses({clause, Line, Patterns, Guards, Body}) ->
    {clause, Line, Patterns, Guards, body(Body)};
with_pauses({block, Line, Body}) ->
    {block, Line, body(Body)};
with_pauses({'try', Line, Body, Clauses, Handlers, After}) ->
    {'try', Line, body(Body), with_pauses(Clauses), with_pauses(Handlers), body(After)};
with_pauses({'receive', Line, Clauses, Time, After}) ->
    {'receive', Line, with_pauses(Clauses), with_pauses(Time), body(After)};
with_pauses(Tuple) when is_tuple(Tuple) ->
    list_to_tuple(with_pauses(tuple_to_list(Tuple)));
with_pauses([Head | Tail]) ->
    [with_pauses(Head) | with_pauses(Tail)];
with_pauses(Other) ->
    Other.

body(Body) ->
    Pause = {call, 0, {remote, 0, {atom, 0, ?MODULE}, {atom, 0, pause}}, []},
    lists:append([[Pause, with_pauses(Expression)] || Expression <- Body]).

%% Some processes hurry, some dawdle, some do now this, now that. Nothing here touches the
%% dictionary or the mailbox of the process.
pause() ->
    case erlang:phash2(self(), 3) of
        0 -> ok;
        1 -> pause(erlang:phash2({self(), erlang:unique_integer()}, 20));
        2 -> pause(erlang:phash2({self(), erlang:unique_integer()}, 3))
    end.

pause(0) -> receive after 1 -> ok end;
pause(1) -> lists:seq(1, 50000);
pause(2) -> erlang:yield();
pause(_) -> ok.

%% ---- Runs

check({Module, Function} = Program, Runs) ->
    Seen = runs(Program, Runs, #{}),
    Outcomes = lists:sort([{Times, Outcome} || {Outcome, Times} <- maps:to_list(Seen)]),
    Faults = faults(atom_to_list(Function), maps:keys(Seen)),
    io:format("~s:~s~s~n", [Module, Function, [[" ** ", Fault] || Fault <- Faults]]),
    [io:format("  ~5b  ~0tp~n", [Times, Outcome]) || {Times, Outcome} <- lists:reverse(Outcomes)],
    {maps:keys(Seen), Faults}.

faults(Name, Outcomes) ->
    MayBeStuck = string:find(Name, "_stuck_") =/= nomatch,
    IsStuck = lists:any(fun({_, _, Stuck}) -> Stuck =/= [] end, Outcomes),
    ["one outcome only" || hd(Name) =:= $r, length(Outcomes) < 2] ++
        ["several outcomes" || hd(Name) =:= $c, length(Outcomes) > 1] ++
        ["stuck" || IsStuck, not MayBeStuck] ++
        ["never stuck" || MayBeStuck, not IsStuck].

runs(_, 0, Seen) ->
    Seen;
runs(Program, N, Seen) ->
    Outcome = run(Program),
    runs(Program, N - 1, maps:update_with(Outcome, fun(Times) -> Times + 1 end, 1, Seen)).

run({Module, Function}) ->
    Runner = self(),
    First = spawn(fun() ->
        receive go -> ok end,
        Runner ! {returned, self(), Module:Function()}
    end),
    1 = erlang:trace(First, true, [procs, set_on_spawn, {tracer, Runner}]),
    First ! go,
    {Names, Exits} = watch(#{First => "P"}, #{}, #{}, 0),
    Stuck = maps:without(maps:keys(Exits), Names),
    [exit(Pid, kill) || Pid <- maps:keys(Stuck)],
    [await_end(Pid) || Pid <- maps:keys(Stuck)],
    What = receive
        {returned, First, Value} -> {returned, plain(Value, Names)}
    after 0 ->
        case Exits of
            #{First := Reason} -> {exited, plain(Reason, Names)};
            _ -> stuck
        end
    end,
    clean_up(),
    Others = [{maps:get(Pid, Names), plain(Reason, Names)}
              || {Pid, Reason} <- maps:to_list(maps:remove(First, Exits)), Reason =/= normal],
    {What, lists:sort(Others), lists:sort(maps:values(Stuck))}.

%% A process that starts others is heard of before it ends, so all have ended when all known have.
watch(Names, _, Exits, _) when map_size(Names) =:= map_size(Exits) ->
    {Names, Exits};
watch(Names, Children, Exits, Quiet) ->
    receive
        {trace, Parent, spawn, Child, _} when is_map_key(Parent, Names) ->
            N = maps:get(Parent, Children, 0) + 1,
            Name = lists:concat([maps:get(Parent, Names), ".", N]),
            watch(Names#{Child => Name}, Children#{Parent => N}, Exits, 0);
        {trace, Pid, exit, Reason} when is_map_key(Pid, Names) ->
            watch(Names, Children, Exits#{Pid => Reason}, 0);
        {trace, Pid, Kind, _} when Kind =/= exit, Kind =/= spawn, is_pid(Pid) ->
            watch(Names, Children, Exits, 0);
        {trace, Pid, Kind, _, _} when Kind =/= spawn, is_pid(Pid) ->
            watch(Names, Children, Exits, 0)
    after ?QUIET ->
        Alive = maps:keys(maps:without(maps:keys(Exits), Names)),
        case lists:all(fun is_stuck/1, Alive) of
            true when Quiet > 0 -> {Names, Exits};
            true -> watch(Names, Children, Exits, Quiet + 1);
            false -> watch(Names, Children, Exits, 0)
        end
    end.

%% It waits, and not because of a pause that takes long on a busy machine.
is_stuck(Pid) ->
    case process_info(Pid, [status, current_function]) of
        [{status, waiting}, {current_function, {?MODULE, _, _}}] -> false;
        [{status, waiting}, _] -> true;
        [{status, suspended}, _] -> true;
        _ -> false
    end.

await_end(Pid) ->
    Monitor = monitor(process, Pid),
    receive {'DOWN', Monitor, process, _, _} -> ok end.

clean_up() ->
    [persistent_term:erase(Key) || Key <- [litmus_key, litmus_other, k]],
    [os:unsetenv(Name) || Name <- ["LITMUS", "LITMUS_OTHER"]],
    flush().

flush() ->
    receive
        Event when element(1, Event) =:= trace -> flush()
    after 0 -> ok
    end.

%% Processes by name, other identities by kind, exceptions without their stacks.
plain(Pid, Names) when is_pid(Pid) -> list_to_atom(maps:get(Pid, Names, "pid"));
plain(Ref, _) when is_reference(Ref) -> reference;
plain({Reason, [{M, F, A, L} | _]}, Names) when is_atom(M), is_atom(F), is_list(L) ->
    _ = A,
    plain(Reason, Names);
plain(Tuple, Names) when is_tuple(Tuple) -> list_to_tuple(plain(tuple_to_list(Tuple), Names));
plain([Head | Tail], Names) -> [plain(Head, Names) | plain(Tail, Names)];
plain(Other, _) -> Other.
