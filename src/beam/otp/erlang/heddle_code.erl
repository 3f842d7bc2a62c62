%% Loading modules as OTP's code server does it. Only load_binary purges old code, and only if there
%% is current code, too. A function on_load runs in a process of its own, while calls still go to the
%% code before; who needs the module meanwhile waits.
-module(heddle_code).
-export([load_binary/3, load_file/1, load_abs/2, ensure_loaded/1, first_call/3, prepare_all/2, get_modules/2]).

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
                on_load -> on_load(Module, {File, Binary});
                Result -> Result
            end;
        Error -> Error
    end.

%% A module on the code path that has a function on_load is loaded when somebody needs it.
ensure_loaded(Module) ->
    case erlang:module_loaded(Module) of
        true -> {module, Module};
        false -> on_load(Module, path)
    end.

first_call(Module, Function, Arguments) ->
    case ensure_loaded(Module) of
        {module, Module} -> apply(Module, Function, Arguments);
        {error, _} -> heddle:undefined(Module, Function, Arguments)
    end.

on_load(Module, Source) ->
    Caller = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Caller ! {self(), load_in_turn(Module, Source)} end),
    Result = receive
                 {Pid, Told} -> demonitor(Monitor, [flush]), Told;
                 {'DOWN', Monitor, process, Pid, _} -> {error, on_load_failure}
             end,
    case Result of
        {wait, Caller} -> {error, deadlock};
        {wait, Other} ->
            await(Other),
            case Source of
                path -> ensure_loaded(Module);
                {File, Binary} -> load(Module, File, Binary)
            end;
        _ -> Result
    end.

await(Pid) ->
    Monitor = monitor(process, Pid),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end.

load_in_turn(Module, Source) ->
    case heddle:begin_on_load(Module, Source) of
        ok -> heddle:finish_on_load(Module, result(Module) =:= ok);
        Otherwise -> Otherwise
    end.

result(Module) ->
    try erlang:call_on_load_function(Module) catch _:_ -> failed end.

%% code:do_par/2 and erl_prim_loader:get_modules/3, which prepare many modules in as many processes:
%% here one after the other.
prepare_all(Prepare, Items) ->
    Results = [{Module, prepare(Prepare, Item)} || {Module, _, _} = Item <- Items],
    {[{Module, Good} || {Module, {ok, Good}} <- Results], [{Module, Bad} || {Module, {error, Bad}} <- Results]}.

prepare(Prepare, {Module, File, Binary}) ->
    try Prepare(Module, File, Binary) catch _:Reason -> {error, Reason} end.

get_modules(Modules, Prepare) ->
    Found = [{Module, code_server:call({get_object_code, Module})} || Module <- Modules],
    {Good, Bad} = prepare_all(Prepare, [{Module, File, Binary} || {_, {Module, Binary, File}} <- Found]),
    {ok, {Good, Bad ++ [{Module, enoent} || {Module, error} <- Found]}}.
