%% Loading modules as OTP's code server does it. Only load_binary purges old code, and only if there
%% is current code, too. A function on_load runs in a process of its own, while calls still go to the
%% code before.
-module(heddle_code).
-export([load_binary/3, load_file/1, load_abs/2]).

load_file(Module) ->
    case code_server:call({get_object_code, Module}) of
        {Module, Binary, File} -> load(Module, File, Binary);
        error -> {error, nofile}
    end.

load_abs(File, Module) ->
    Path = filename:absname(File),
    case code_server:call({read_code, Path}) of
        {ok, Name, Binary} -> load(Module, Name, Binary);
        Error -> Error
    end.

load_binary(Module, File, Binary) ->
    case erlang:check_old_code(Module) andalso heddle:is_code(Module, File, Binary) =:= ok andalso
        erlang:module_loaded(Module)
    of
        true -> code_server:call({purge, Module});
        false -> ok
    end,
    case load(Module, File, Binary) of
        %% Somebody else was faster.
        {error, not_purged} -> load_binary(Module, File, Binary);
        Result -> Result
    end.

load(Module, File, Binary) ->
    case heddle:is_code(Module, File, Binary) of
        ok ->
            case heddle:load_code(Module, File, Binary) of
                on_load -> on_load(Module);
                Result -> Result
            end;
        Error -> Error
    end.

on_load(Module) ->
    Caller = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Caller ! {self(), result(Module)} end),
    Result = receive
                 {Pid, Returned} -> demonitor(Monitor, [flush]), Returned;
                 {'DOWN', Monitor, process, Pid, _} -> failed
             end,
    heddle:finish_on_load(Module, Result =:= ok).

result(Module) ->
    try heddle:call_on_load(Module) catch _:_ -> failed end.
