%% A pool of workers behind a gen_server: a client checks one out, uses it and checks it in. The pool
%% watches its clients and takes a worker back when its client dies.
%%
%% The bug: a worker can come back twice. A client leaves the checkin to a helper and ends; if the pool
%% hears of the end first, it gives the worker to the next client, and then the helper's checkin takes
%% it away from that one and gives it to a third. worker_pool_fixed.erl has the remedy.
-module(worker_pool).
-behaviour(gen_server).
-export([start_link/1, stop/1, checkout/1, checkin/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).
-export([test/0]).

start_link(Workers) -> gen_server:start_link(?MODULE, Workers, []).
stop(Pool) -> gen_server:stop(Pool).
checkout(Pool) -> gen_server:call(Pool, checkout, infinity).
checkin(Pool, Worker) -> gen_server:cast(Pool, {checkin, Worker}).

%% State: {free workers, busy workers => monitors of their clients, clients that wait}.
init(Workers) -> {ok, {Workers, #{}, []}}.

handle_call(checkout, From, {[Worker | Free], Busy, []}) ->
    {reply, Worker, {Free, give(Worker, From, Busy), []}};
handle_call(checkout, From, {[], Busy, Waiting}) ->
    {noreply, {[], Busy, Waiting ++ [From]}}.

handle_cast({checkin, Worker}, State) -> {noreply, back(Worker, State)}.

handle_info({'DOWN', Monitor, process, _, _}, {_, Busy, _} = State) ->
    case [Worker || {Worker, M} <- maps:to_list(Busy), M =:= Monitor] of
        [Worker] -> {noreply, back(Worker, State)};
        [] -> {noreply, State}
    end.

give(Worker, {Client, _}, Busy) -> Busy#{Worker => monitor(process, Client)}.

back(Worker, {Free, Busy, Waiting}) ->
    case Busy of
        #{Worker := Monitor} -> demonitor(Monitor, [flush]);
        #{} -> ok
    end,
    Rest = maps:remove(Worker, Busy),
    case Waiting of
        [] ->
            {[Worker | Free], Rest, []};
        [Next | Others] ->
            gen_server:reply(Next, Worker),
            {Free, give(Worker, Next, Rest), Others}
    end.

%% The only worker is used by one at a time.
test() ->
    {ok, Pool} = start_link([worker]),
    InUse = ets:new(in_use, [public]),
    Me = self(),
    spawn(fun() ->
              Worker = checkout(Pool),
              spawn(fun() -> checkin(Pool, Worker) end),
              Me ! hasty_done
          end),
    spawn(fun() -> use(Pool, InUse), Me ! other_done end),
    use(Pool, InUse),
    receive hasty_done -> ok end,
    receive other_done -> ok end,
    stop(Pool).

use(Pool, InUse) ->
    Worker = checkout(Pool),
    true = ets:insert_new(InUse, {Worker, self()}),
    ets:delete(InUse, Worker),
    checkin(Pool, Worker).
