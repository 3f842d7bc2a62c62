%% restart_race.erl without its bug: a client gets {ok, Result} or unavailable, and can decide.
-module(restart_race_fixed).
-behaviour(gen_server).
-export([start_link/0, renew/0, work/1, start_worker/0]).
-export([init/1, handle_call/3, handle_cast/2]).
-export([test/0]).

%% The supervisor ends its worker with shutdown; that is no error.
-concuerror_options([{treat_as_normal, shutdown}]).

start_link() -> supervisor:start_link(?MODULE, supervisor).
start_worker() -> gen_server:start_link({local, squarer}, ?MODULE, worker, []).

renew() -> gen_server:cast(squarer, renew).

work(X) ->
    try gen_server:call(squarer, {square, X}, infinity) of
        Result -> {ok, Result}
    catch
        exit:{noproc, _} -> unavailable;
        exit:{normal, _} -> unavailable
    end.

%% Of the supervisor and of the worker.
init(supervisor) ->
    Child = #{id => squarer, start => {?MODULE, start_worker, []}, restart => permanent},
    {ok, {#{strategy => one_for_one, intensity => 5, period => 10}, [Child]}};
init(worker) ->
    {ok, none}.

handle_call({square, X}, _, State) -> {reply, X * X, State}.

handle_cast(renew, State) -> {stop, normal, State}.

%% One client renews the worker while another works.
test() ->
    {ok, Supervisor} = start_link(),
    Me = self(),
    spawn(fun() -> renew(), Me ! renewed end),
    case work(4) of
        {ok, 16} -> ok;
        unavailable -> ok
    end,
    receive renewed -> ok end,
    gen_server:stop(Supervisor).
