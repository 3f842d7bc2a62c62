%% The program `heddle`: where it is, and how it is run.
%%
%% It inherits rebar3's terminal, so that colours and the progress line are as without rebar3. A program
%% that a port has started outlives a virtual machine that is killed (Ctrl-C), and an exploration can
%% last for days: the shell around it reads the port's own pipe, which ends with the machine, and then
%% ends the program.
-module(rebar3_heddle_program).
-export([find/1, run/2, run/3]).

-define(SHELL, "\"$@\" 3<&- 4>&- </dev/null & heddle=$!\n"
               "{ cat <&3 >/dev/null; kill \"$heddle\" 2>/dev/null; } 4>&- & watcher=$!\n"
               "wait \"$heddle\"; code=$?\n"
               "kill \"$watcher\" 2>/dev/null\n"
               "exit \"$code\"\n").

%% The variable HEDDLE goes before the configured path: it is how one run is given another program.
find(Configured) ->
    case os:getenv("HEDDLE") of
        Named when Named =:= false; Named =:= "" -> configured(Configured);
        Named -> executable(Named, "the variable HEDDLE")
    end.

configured(undefined) ->
    case os:find_executable("heddle") of
        false -> throw({heddle, no_program});
        Program -> Program
    end;
configured(Path) -> executable(Path, "{path, ...} in rebar.config").

executable(Name, Source) ->
    case os:find_executable(Name) of
        false -> throw({heddle, {no_program, Name, Source}});
        Program -> Program
    end.

run(Program, Arguments) -> run(Program, Arguments, shown).

run(Program, Arguments, Output) ->
    Redirection = case Output of shown -> ""; quiet -> "exec >/dev/null\n" end,
    Port = open_port({spawn_executable, "/bin/sh"},
                     [{args, ["-c", Redirection ++ ?SHELL, "heddle", Program | Arguments]},
                      nouse_stdio, exit_status, binary]),
    receive {Port, {exit_status, Code}} -> Code end.
