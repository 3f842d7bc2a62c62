%% The part of OTP's boot that programs can tell: the application controller with the applications
%% kernel and stdlib, and kernel's supervisors, of which only the safe one has a child's place. All
%% else that kernel starts is done by the machine itself, or outside of a run.
-module(heddle_kernel).
-behaviour(supervisor).
-export([boot/0, start/2, init/1]).

boot() ->
    {ok, _} = application_controller:start(kernel),
    ok = application:start_boot(kernel, permanent),
    ok = application:start_boot(stdlib, permanent),
    wait().

wait() -> receive _ -> wait() end.

%% Instead of kernel:start/2.
start(_, []) ->
    case supervisor:start_link({local, kernel_sup}, ?MODULE, []) of
        {ok, Pid} -> {ok, Pid, []};
        Error -> Error
    end.

init([]) ->
    Safe = #{id => kernel_safe_sup,
             start => {supervisor, start_link, [{local, kernel_safe_sup}, kernel, safe]},
             restart => permanent,
             shutdown => infinity,
             type => supervisor,
             modules => [kernel]},
    {ok, {#{strategy => one_for_all, intensity => 0, period => 1}, [Safe]}}.
