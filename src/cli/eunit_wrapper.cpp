// EUnit's test representations (the chapter "EUnit test representation" of its manual) as a tree,
// of which one leaf is run with the fixtures around it, all in one process.
//
// A leaf has a path: which element of each list on the way to it. The tree below a fixture depends
// on what its setup returns, so listing runs setups and cleanups where a function needs their
// value; in a process whose end takes along what they have linked. A setup that fails there is the
// leaf itself, and fails again as the error of that test.
#include "cli/suite_wrappers.hpp"

namespace heddle::cli {

const char* const kEunitWrapper = R"erl(
-module(heddle_eunit).
-export([list/1, run/3]).

list(Modules) ->
    lists:append([list_function(M, F) || {M, Fs} <- Modules, F <- Fs]).

list_function(M, F) ->
    Name = atom_to_list(M) ++ ":" ++ atom_to_list(F),
    case is_generator(F) of
        false ->
            [{Name, "", [M, F, []], run}];
        true ->
            {Pid, Ref} = spawn_monitor(fun() -> exit({listed, leaves({generator, M, F})}) end),
            %% Time is virtual: it passes when nobody can go on.
            Leaves = receive
                         {'DOWN', Ref, process, _, {listed, Found}} -> Found;
                         {'DOWN', Ref, process, _, _} -> [{[], ""}]
                     after 86400000 -> exit(Pid, kill), [{[], ""}]
                     end,
            Numbered = lists:zip(lists:seq(1, length(Leaves)), Leaves),
            [{Name ++ "#" ++ integer_to_list(I), Title, [M, F, Path], run}
             || {I, {Path, Title}} <- Numbered]
    end.

is_generator(F) -> lists:suffix("_test_", atom_to_list(F)).

leaves(T) ->
    case shape(T) of
        {test, _} -> [{[], ""}];
        {bad, _} -> [{[], ""}];
        {titled, Title, Inner} ->
            [{Path, joined(text(Title), Rest)} || {Path, Rest} <- leaves(Inner)];
        {group, Ts} ->
            Numbered = lists:zip(lists:seq(1, length(Ts)), Ts),
            [{[I | Path], Title} || {I, Each} <- Numbered, {Path, Title} <- leaves(Each)];
        {generated, Make} ->
            try Make() of
                Inner -> leaves(Inner)
            catch _:_ -> [{[], ""}]
            end;
        {fixture, _, _, {static, Inner}} -> leaves(Inner);
        {fixture, Setup, Cleanup, {made, Make}} ->
            try Setup() of
                Value ->
                    Leaves = try leaves(Make(Value)) catch _:_ -> [{[], ""}] end,
                    try Cleanup(Value) catch _:_ -> ok end,
                    Leaves
            catch _:_ -> [{[], ""}]
            end
    end.

joined("", Rest) -> Rest;
joined(Title, "") -> Title;
joined(Title, Rest) -> Title ++ ", " ++ Rest.

text(Title) ->
    case unicode:characters_to_list(Title) of
        Text when is_list(Text) -> Text;
        _ -> ""
    end.

run(M, F, Path) ->
    try
        case is_generator(F) of
            false -> M:F();
            true -> go({generator, M, F}, Path)
        end
    catch
        exit:Reason:Stack -> erlang:raise(error, failed(Reason), Stack)
    end.

%% A test that exits is one that fails, even if a process may end so; as an error it brings its
%% place along.
failed(normal) -> {test_exits, normal};
failed(shutdown) -> {test_exits, shutdown};
failed({shutdown, _} = Reason) -> {test_exits, Reason};
failed(Reason) -> Reason.

%% Without a path to go on: all that is there.
go(T, Path) ->
    case {shape(T), Path} of
        {{test, Test}, _} -> Test();
        {{titled, _, Inner}, _} -> go(Inner, Path);
        {{generated, Make}, _} -> go(Make(), Path);
        {{group, Ts}, []} -> lists:foreach(fun(Each) -> go(Each, []) end, Ts);
        {{group, Ts}, [I | Rest]} -> go(lists:nth(I, Ts), Rest);
        {{fixture, Setup, Cleanup, Body}, _} ->
            Value = Setup(),
            try go(body(Body, Value), Path) after Cleanup(Value) end;
        {{bad, What}, _} -> error({bad_test, What})
    end.

body({static, T}, _) -> T;
body({made, Make}, Value) -> Make(Value).

shape(F) when is_function(F, 0) -> {test, F};
shape({test, F}) when is_function(F, 0) -> {test, F};
shape({test, M, F}) when is_atom(M), is_atom(F) -> {test, fun() -> M:F() end};
shape({generator, F}) when is_function(F, 0) -> {generated, F};
shape({generator, M, F}) when is_atom(M), is_atom(F) -> {generated, fun() -> M:F() end};
shape({module, M}) when is_atom(M) -> {generated, fun() -> tests_of(M) end};
shape({timeout, _, T}) -> shape(T);
shape({inorder, T}) -> shape(T);
shape({inparallel, T}) -> shape(T);
shape({inparallel, N, T}) when is_integer(N) -> shape(T);
shape({spawn, T}) -> shape(T);
shape({with, Value, Fs}) when is_list(Fs) -> {group, [applied(F, Value) || F <- Fs]};
shape({setup, Setup, Body}) -> fixture(Setup, fun nothing/1, Body);
shape({setup, Where, Setup, Body}) when Where =:= local; Where =:= spawn ->
    fixture(Setup, fun nothing/1, Body);
shape({setup, Setup, Cleanup, Body}) -> fixture(Setup, Cleanup, Body);
shape({setup, Where, Setup, Cleanup, Body}) when Where =:= local; Where =:= spawn ->
    fixture(Setup, Cleanup, Body);
shape({foreach, Setup, Bodies}) -> foreach(Setup, fun nothing/1, Bodies);
shape({foreach, Where, Setup, Bodies}) when Where =:= local; Where =:= spawn ->
    foreach(Setup, fun nothing/1, Bodies);
shape({foreach, Setup, Cleanup, Bodies}) -> foreach(Setup, Cleanup, Bodies);
shape({foreach, Where, Setup, Cleanup, Bodies}) when Where =:= local; Where =:= spawn ->
    foreach(Setup, Cleanup, Bodies);
shape({foreachx, Setup, Bodies}) -> foreachx(Setup, fun nothing/2, Bodies);
shape({foreachx, Where, Setup, Bodies}) when Where =:= local; Where =:= spawn ->
    foreachx(Setup, fun nothing/2, Bodies);
shape({foreachx, Setup, Cleanup, Bodies}) -> foreachx(Setup, Cleanup, Bodies);
shape({foreachx, Where, Setup, Cleanup, Bodies}) when Where =:= local; Where =:= spawn ->
    foreachx(Setup, Cleanup, Bodies);
shape({M, F}) when is_atom(M), is_atom(F) -> {test, fun() -> M:F() end};
shape({Line, T}) when is_integer(Line) -> shape(T);
shape({Title, Line, T}) when is_integer(Line), is_list(Title) -> {titled, Title, T};
shape({Title, T}) when is_list(Title); is_binary(Title) -> {titled, Title, T};
shape(Ts) when is_list(Ts) -> {group, Ts};
shape(M) when is_atom(M) -> {generated, fun() -> tests_of(M) end};
shape(T) -> {bad, T}.

nothing(_) -> ok.
nothing(_, _) -> ok.

fixture(Setup, Cleanup, Body) when is_function(Setup, 0), is_function(Cleanup, 1) ->
    {fixture, Setup, Cleanup, made(Body)};
fixture(Setup, Cleanup, Body) -> {bad, {setup, Setup, Cleanup, Body}}.

made(Make) when is_function(Make, 1) -> {made, Make};
made({with, Fs}) when is_list(Fs) -> {made, fun(Value) -> {with, Value, Fs} end};
made(T) -> {static, T}.

foreach(Setup, Cleanup, Bodies) when is_list(Bodies) ->
    {group, [{setup, Setup, Cleanup, Body} || Body <- Bodies]};
foreach(Setup, Cleanup, Bodies) -> {bad, {foreach, Setup, Cleanup, Bodies}}.

foreachx(Setup, Cleanup, Bodies)
  when is_function(Setup, 1), is_function(Cleanup, 2), is_list(Bodies) ->
    {group, [{setup, fun() -> Setup(X) end, fun(Value) -> Cleanup(X, Value) end,
              fun(Value) -> Make(X, Value) end} || {X, Make} <- Bodies]};
foreachx(Setup, Cleanup, Bodies) -> {bad, {foreachx, Setup, Cleanup, Bodies}}.

applied({Mark, F}, Value) -> {Mark, applied(F, Value)};
applied(F, Value) -> fun() -> F(Value) end.

tests_of(M) ->
    [case is_generator(F) of
         true -> {atom_to_list(F), {generator, M, F}};
         false -> {atom_to_list(F), {test, M, F}}
     end || {F, 0} <- M:module_info(exports),
            is_generator(F) orelse lists:suffix("_test", atom_to_list(F))].
)erl";

}  // namespace heddle::cli
