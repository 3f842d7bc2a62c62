// What ExUnit does for one test: the callbacks of setup_all, those of setup with the tags of the
// test added to the context, and the test, in one process that then ends with `shutdown`, which
// ends what it has linked. Only if there are callbacks of on_exit, or a supervisor of
// start_supervised, another process waits for that end, then for the supervisor's, and calls them,
// the latest first.
//
// ExUnit keeps the callbacks in a named table; it belongs to the test here, unless the applications
// of a mix project have started ExUnit's own. Its assertions ask for
// the configuration of the application ex_unit. Loading that would be a hundred steps at the
// beginning of each report, so the values are put where the application controller has them, once
// it is there.
#include "cli/suite_wrappers.hpp"

namespace heddle::cli {

const char* const kExunitWrapper = R"erl(
-module(heddle_exunit).
-export([list/1, run/2]).

-define(TABLE, 'Elixir.ExUnit.OnExitHandler').

list(Modules) -> lists:append([list_module(M) || {M, _} <- Modules]).

list_module(M) ->
    #{tests := Tests} = M:'__ex_unit__'(),
    Sorted = lists:sort([{maps:get(line, Tags, 0), Name, Tags}
                         || #{name := Name, tags := Tags} <- Tests]),
    [{short(M) ++ ": " ++ atom_to_list(Name), "", [M, Name], skipped(Tags)}
     || {_, Name, Tags} <- Sorted].

short(M) ->
    case atom_to_list(M) of
        "Elixir." ++ Name -> Name;
        Name -> Name
    end.

skipped(#{skip := false}) -> run;
skipped(#{skip := nil}) -> run;
skipped(#{skip := _}) -> skip;
skipped(_) -> run.

run(M, Name) ->
    #{tests := Tests} = M:'__ex_unit__'(),
    [Tags] = [Tags || #{name := N, tags := Tags} <- Tests, N =:= Name],
    prepare(),
    try
        Own = #{module => M, 'case' => M},
        All = M:'__ex_unit__'(setup_all, Own),
        Context = maps:merge(maps:merge(Tags#{test => Name}, All), Own),
        M:Name(M:'__ex_unit__'(setup, Context))
    of
        _ -> finish(), exit(shutdown)
    catch
        Class:Reason:Stack -> finish(), end_linked(), erlang:raise(Class, Reason, Stack)
    end.

%% The failure is the test's; what it has linked sees the end of any test.
end_linked() ->
    {links, Links} = process_info(self(), links),
    lists:foreach(fun(Pid) -> unlink(Pid), exit(Pid, shutdown) end, [P || P <- Links, is_pid(P)]).

prepare() ->
    ets:whereis(?TABLE) =/= undefined orelse ets:new(?TABLE, [public, named_table]),
    ets:insert(?TABLE, {self(), nil, []}),
    _ = application:get_env(ex_unit, timeout),
    ets:insert(ac_tab, [{{env, ex_unit, Key}, Value}
                        || {Key, Value} <- [{assert_receive_timeout, 100},
                                            {refute_receive_timeout, 100},
                                            {stacktrace_depth, 20},
                                            {capture_log, false}]]).

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
