// What ExUnit does for one test: the callbacks of setup_all, those of setup with the tags of the
// test added to the context, and the test, in one process that then ends with `shutdown`, which
// ends what it has linked. Only if there are callbacks of on_exit, or a supervisor of
// start_supervised, another process waits for that end, then for the supervisor's, and calls them,
// the latest first.
//
// Before the exploration begins, `prepare` makes the named table in which ExUnit keeps the
// callbacks, and sets the configuration of the application ex_unit, for which its assertions ask;
// once the applications of a mix project have started, `help` runs what is left of test_helper.exs
// (beam/loader/elixir_suite.cpp). Both are done by processes that stay: what is linked to them
// lives as long as the tests do.
#include "cli/suite_wrappers.hpp"

namespace heddle::cli {

const char* const kExunitWrapper = R"erl(
-module(heddle_exunit).
-export([list/1, configure/1, help/1, open/0, run/2]).

-define(TABLE, 'Elixir.ExUnit.OnExitHandler').

list(Modules) -> lists:append([list_module(M) || {M, _} <- Modules]).

list_module(M) ->
    #{tests := Tests} = M:'__ex_unit__'(),
    Sorted = lists:sort([{maps:get(line, Tags, 0), Name, Tags}
                         || #{name := Name, tags := Tags} <- Tests]),
    {_, _, Settings} = suite(M),
    [{short(M) ++ ": " ++ atom_to_list(Name), "", [M, Name],
      chosen(Settings, Tags#{test => Name, module => M}, Tests)}
     || {_, Name, Tags} <- Sorted].

%% How its test_helper.exs has set up the file with the module: that of the innermost folder.
suite(M) ->
    Source = proplists:get_value(source, M:module_info(compile), ""),
    hd([Suite || {Folder, _, _} = Suite <- lists:reverse(lists:sort(heddle_suite:ex_unit())),
                 lists:prefix(unicode:characters_to_list(Folder), Source)]).

short(M) ->
    case atom_to_list(M) of
        "Elixir." ++ Name -> Name;
        Name -> Name
    end.

chosen(Settings, Tags, Tests) ->
    Include = proplists:get_value(include, Settings, []),
    Exclude = proplists:get_value(exclude, Settings, []),
    case 'Elixir.ExUnit.Filters':eval(Include, Exclude, Tags, Tests) of
        ok -> run;
        {excluded, _} -> exclude;
        {skipped, _} -> skip
    end.

configure(M) ->
    {_, _, Settings} = suite(M),
    application:set_env([{ex_unit, Settings}], [{persistent, true}]),
    heddle_suite:configure().

help(M) ->
    case suite(M) of
        {_, nil, _} -> ok;
        {_, Helper, _} -> stay(fun() -> Helper:run() end)
    end.

open() ->
    case ets:whereis(?TABLE) of
        undefined -> stay(fun() -> ets:new(?TABLE, [public, named_table]) end);
        _ -> ok
    end.

stay(Do) ->
    Me = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Do(), Me ! {self(), done}, wait() end),
    receive
        {Pid, done} -> demonitor(Monitor, [flush]), ok;
        {'DOWN', Monitor, process, Pid, Reason} -> exit(Reason)
    end.

wait() -> receive _ -> wait() end.

run(M, Name) ->
    #{tests := Tests} = M:'__ex_unit__'(),
    [Tags] = [Tags || #{name := N, tags := Tags} <- Tests, N =:= Name],
    ets:insert(?TABLE, {self(), nil, []}),
    try
        Own = #{module => M, 'case' => M},
        All = M:'__ex_unit__'(setup_all, Own),
        Context = maps:merge(maps:merge(Tags#{test => Name}, All), Own),
        M:Name(M:'__ex_unit__'(setup, with_folder(Context)))
    of
        _ -> finish(), exit(shutdown)
    catch
        exit:Reason:Stack -> finish(), end_linked(), erlang:raise(error, failed(Reason), Stack);
        Class:Reason:Stack -> finish(), end_linked(), erlang:raise(Class, Reason, Stack)
    end.

%% A test that exits is one that fails, even if a process may end so; as an error it brings its
%% place along.
failed(normal) -> {test_exits, normal};
failed(shutdown) -> {test_exits, shutdown};
failed({shutdown, _} = Reason) -> {test_exits, Reason};
failed(Reason) -> Reason.

%% The tag tmp_dir: an empty folder of the test's own.
with_folder(#{tmp_dir := true} = Context) -> with_folder(Context#{tmp_dir := <<>>});
with_folder(#{tmp_dir := Inner, module := M, test := Name} = Context) when is_binary(Inner) ->
    Parts = [<<"tmp">>, in_a_path('Elixir.Kernel':inspect(M)), in_a_path(Name), Inner],
    Folder = 'Elixir.Path':expand('Elixir.Path':join(Parts)),
    'Elixir.File':'rm_rf!'(Folder),
    'Elixir.File':'mkdir_p!'(Folder),
    Context#{tmp_dir := Folder};
with_folder(Context) -> Context.

in_a_path(Name) ->
    re:replace('Elixir.String.Chars':to_string(Name), "[] ~#%&*{}\\\\:<>?/+|\"[]", "-",
               [global, unicode, {return, binary}]).

%% The failure is the test's; what it has linked sees the end of any test.
end_linked() ->
    {links, Links} = process_info(self(), links),
    lists:foreach(fun(Pid) -> unlink(Pid), exit(Pid, shutdown) end, [P || P <- Links, is_pid(P)]).

finish() ->
    case ets:lookup(?TABLE, self()) of
        [{_, nil, []}] -> ok;
        [{Test, Supervisor, Callbacks}] ->
            Cleaner = spawn(fun() -> clean_up(Test, Supervisor, Callbacks) end),
            receive {Cleaner, ready} -> ok end
    end.

clean_up(Test, Supervisor, Callbacks) ->
    TestEnds = monitor(process, Test),
    SupervisorEnds = case Supervisor of
                         nil -> nil;
                         _ -> monitor(process, Supervisor)
                     end,
    Test ! {self(), ready},
    receive {'DOWN', TestEnds, process, _, _} -> ok end,
    case SupervisorEnds of
        nil -> ok;
        _ -> receive {'DOWN', SupervisorEnds, process, _, _} -> ok end
    end,
    lists:foreach(fun({_, Callback}) -> Callback() end, lists:reverse(Callbacks)).
)erl";

}  // namespace heddle::cli
