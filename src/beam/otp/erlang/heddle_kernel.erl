%% The part of OTP's boot that programs can tell: the application controller with the applications
%% kernel and stdlib, and kernel's supervisors, below which OTP starts servers when they are needed. All
%% else that kernel starts is done by the machine itself, or outside of a run.
-module(heddle_kernel).
-behaviour(supervisor).
-export([boot/0, global/0, servers/0, start/2, init/1]).

boot() ->
    {ok, _} = application_controller:start(kernel),
    ok = application:start_boot(kernel, permanent),
    ok = application:start_boot(stdlib, permanent),
    wait().

%% The server of global names, below nobody: it must not end with who named something first.
global() ->
    {ok, _} = global:start_link(),
    wait().

%% Servers of kernel that hardly anybody asks for by name: what they do is done without them. One
%% answers in the place of OTP's, the others are only there. The server of files is not among them: file
%% asks for it at every call, and does without.
servers() ->
    register(code_server, spawn_link(fun code_server/0)),
    [register(Name, spawn_link(fun wait/0))
     || Name <- [erl_prim_loader, erts_code_purger, global_group, global_group_check, inet_db,
                 kernel_refc, logger_proxy, logger_std_h_default, rex, socket_registry,
                 standard_error_sup]],
    wait().

code_server() ->
    receive
        {code_call, From, Request} -> From ! {code_server, code_server:call(Request)};
        _ -> ok
    end,
    code_server().

wait() -> receive _ -> wait() end.

%% Instead of kernel:start/2.
start(_, []) ->
    case supervisor:start_link({local, kernel_sup}, ?MODULE, []) of
        {ok, Pid} ->
            ok = erl_signal_handler:start(),
            {ok, Pid, []};
        Error -> Error
    end.

init([]) ->
    %% Nobody sends signals of the system, but programs change its handlers.
    Signals = #{id => erl_signal_server,
                start => {gen_event, start_link, [{local, erl_signal_server}]},
                restart => permanent,
                shutdown => 2000,
                type => worker,
                modules => dynamic},
    Safe = supervisor(kernel_safe_sup, kernel, safe),
    Logger = supervisor(logger_sup, ?MODULE, logger),
    {ok, {#{strategy => one_for_all, intensity => 0, period => 1}, [Signals, Safe, Logger]}};
%% Below it error_logger starts its server.
init(logger) ->
    Watcher = #{id => logger_handler_watcher,
                start => {logger_handler_watcher, start_link, []},
                shutdown => brutal_kill},
    {ok, {#{strategy => one_for_one, intensity => 1, period => 5}, [Watcher]}}.

supervisor(Name, Module, Argument) ->
    #{id => Name,
      start => {supervisor, start_link, [{local, Name}, Module, Argument]},
      restart => permanent,
      shutdown => infinity,
      type => supervisor,
      modules => [Module]}.
