%% The command `rebar3 heddle`: builds the project for tests, asks rebar3_heddle_find for the modules
%% with tests, and runs `heddle check` once on all of them, so that there is one table, one JUnit file
%% and one SARIF file. `rebar3 heddle replay TRACE` runs a trace again in the project as it is now.
-module(rebar3_heddle_prv).
-behaviour(provider).
-export([init/1, do/1, format_error/1]).

init(State) ->
    Provider = providers:create(
                 [{name, heddle},
                  {module, ?MODULE},
                  {bare, true},
                  {deps, [lock]},
                  {profiles, [test]},
                  {example, "rebar3 heddle --module counter_tests -- --after_timeout 100"},
                  {opts, rebar3_heddle_options:spec()},
                  {short_desc, "Check concurrent tests in all interleavings that can matter."},
                  {desc, description()}]),
    {ok, rebar_state:add_provider(State, Provider)}.

description() ->
    "Checks the tests that have _conc_test in their names, each in every interleaving that can "
    "matter. With --eunit: all EUnit tests. What follows -- goes to heddle check as it is. "
    "`rebar3 heddle replay TRACE` runs the trace of an error again. "
    "The options of a project: {heddle, [...]} in rebar.config.".

do(State) ->
    try
        {Given, Words} = rebar_state:command_parsed_args(State),
        Config = rebar3_heddle_options:config(rebar_state:get(State, heddle, [])),
        Program = rebar3_heddle_program:find(proplists:get_value(path, Config)),
        %% rebar3 itself takes the first word that is no option for a task.
        case {proplists:get_value(task, Given), Words} of
            {undefined, _} -> check(Program, Given, Words, Config, build(State));
            {"replay", [Trace | More]} -> replay(Program, Trace, More, build(State));
            {"replay", []} -> throw({heddle, no_trace});
            {Task, _} -> throw({heddle, {no_task, Task}})
        end
    catch
        throw:{heddle, Reason} -> {error, {?MODULE, Reason}}
    end.

%% As `rebar3 eunit` does: the folder test belongs to each application.
build(State) ->
    Applications = [with_tests(Application) || Application <- rebar_state:project_apps(State)],
    case rebar_prv_compile:do(rebar_state:project_apps(State, Applications)) of
        {ok, Built} -> Built;
        {error, Reason} -> throw({heddle, {not_built, Reason}})
    end.

with_tests(Application) ->
    Options = rebar_app_info:opts(Application),
    Folders = lists:usort(["test" | rebar_dir:extra_src_dirs(Options)]),
    rebar_app_info:opts(Application, rebar_opts:set(Options, extra_src_dirs, Folders)).

check(Program, Given, Words, Config, State) ->
    {Modules, Filter} = rebar3_heddle_find:tests(rebar_state:project_apps(State), Given, Config),
    Traces = trace_folder(State),
    Arguments = ["check", "--trace=" ++ filename:join(Traces, "trace.json")]
        ++ ["--pa=" ++ Folder || Folder <- rebar3_heddle_find:other_folders(State)]
        ++ ["--eunit=" ++ atom_to_list(Module) || Module <- Modules]
        ++ Filter
        ++ rebar3_heddle_options:words(Config)
        ++ rebar3_heddle_options:words([Option || {jobs, _} = Option <- Given])
        ++ Words,
    Code = rebar3_heddle_program:run(Program, Arguments),
    pages(Program, Traces, proplists:get_value(html, Config)),
    verdict(Code, State).

%% The traces of the last run, and of no other: a trace that stays behind would look like an error.
trace_folder(State) ->
    Folder = rebar3_heddle_find:relative(filename:join(rebar_dir:base_dir(State), "heddle")),
    ok = filelib:ensure_dir(filename:join(Folder, "x")),
    lists:foreach(fun file:delete/1, traces(Folder)),
    Folder.

traces(Folder) -> filelib:wildcard(filename:join(Folder, "trace*.json")).

%% heddle check writes a page for one test only; the traces have what each page needs.
pages(_, _, undefined) -> ok;
pages(Program, Traces, Folder) ->
    ok = filelib:ensure_dir(filename:join(Folder, "x")),
    lists:foreach(
      fun(Trace) ->
          Page = filename:join(Folder, filename:basename(Trace, ".json") ++ ".html"),
          case rebar3_heddle_program:run(Program, ["replay", Trace, "--html=" ++ Page], quiet) of
              1 -> rebar_api:console("Page: ~ts", [Page]);
              _ -> throw({heddle, {no_page, Page, Trace}})
          end
      end, traces(Traces)).

replay(Program, Trace, More, State) ->
    case rebar3_heddle_program:run(Program, ["replay", Trace | More]) of
        0 -> {ok, State};
        1 -> throw({heddle, {still_there, Trace}});
        3 -> throw({heddle, {another_way, Trace}});
        Code -> throw({heddle, {failed, Code}})
    end.

verdict(0, State) -> {ok, State};
verdict(1, _) -> throw({heddle, found});
verdict(3, _) -> throw({heddle, inconclusive});
verdict(Code, _) -> throw({heddle, {failed, Code}}).

format_error(found) ->
    "heddle: an error was found (exit code 1 of heddle check)";
format_error(inconclusive) ->
    "heddle: inconclusive: no error, but something was cut off (exit code 3 of heddle check)";
format_error({failed, Code}) ->
    io_lib:format("heddle: not everything could be checked; its message is above (exit code ~b)", [Code]);
format_error({still_there, Trace}) ->
    io_lib:format("heddle: ~ts: the error is still there", [Trace]);
format_error({another_way, Trace}) ->
    io_lib:format("heddle: ~ts: the program went another way, so the trace says nothing about it", [Trace]);
format_error(no_trace) ->
    "heddle: give the trace: rebar3 heddle replay TRACE.json";
format_error({no_task, Task}) ->
    io_lib:format("heddle: ~ts: there is rebar3 heddle and rebar3 heddle replay TRACE.json; "
                  "options of heddle check follow --", [Task]);
format_error({no_page, Page, Trace}) ->
    io_lib:format("heddle: ~ts: the page of ~ts cannot be written; its message is above", [Page, Trace]);
format_error({not_built, {Module, Reason}}) -> Module:format_error(Reason);
format_error({not_built, Reason}) -> io_lib:format("~tp", [Reason]);
format_error(Reason) -> rebar3_heddle_message:text(Reason).
