%% A registry of names: a gen_server that keeps who has which name and frees a name when its holder
%% dies. A name whose holder is dead already can be taken at once.
%%
%% The bug: the news that the old holder is dead can come after somebody else has taken the name, and
%% the registry then forgets the new holder. registry_fixed.erl compares before it forgets.
-module(registry).
-behaviour(gen_server).
-export([start_link/0, stop/1, claim/2, holder/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).
-export([test/0]).

start_link() -> gen_server:start_link(?MODULE, [], []).
stop(Registry) -> gen_server:stop(Registry).

%% ok, or taken if another living process has the name.
claim(Registry, Name) -> gen_server:call(Registry, {claim, Name}, infinity).
holder(Registry, Name) -> gen_server:call(Registry, {holder, Name}, infinity).

%% State: {names => holders, monitors => names}.
init([]) -> {ok, {#{}, #{}}}.

handle_call({claim, Name}, {Pid, _}, {Holders, Monitors} = State) ->
    case Holders of
        #{Name := Old} when Old =/= Pid ->
            case is_process_alive(Old) of
                true -> {reply, taken, State};
                false -> {reply, ok, enter(Name, Pid, Holders, Monitors)}
            end;
        #{} ->
            {reply, ok, enter(Name, Pid, Holders, Monitors)}
    end;
handle_call({holder, Name}, _, {Holders, _} = State) ->
    {reply, maps:get(Name, Holders, none), State}.

handle_cast(_, State) -> {noreply, State}.

handle_info({'DOWN', Monitor, process, _, _}, {Holders, Monitors}) ->
    {Name, Rest} = maps:take(Monitor, Monitors),
    {noreply, {maps:remove(Name, Holders), Rest}}.

enter(Name, Pid, Holders, Monitors) ->
    Monitor = monitor(process, Pid),
    {Holders#{Name => Pid}, Monitors#{Monitor => Name}}.

%% Whoever has been given a name has it.
test() ->
    {ok, Registry} = start_link(),
    Me = self(),
    spawn(fun() ->
              ok = claim(Registry, database),
              Me ! claimed
          end),
    receive claimed -> ok end,
    case claim(Registry, database) of
        ok -> Me = holder(Registry, database);
        taken -> ok
    end,
    stop(Registry).
