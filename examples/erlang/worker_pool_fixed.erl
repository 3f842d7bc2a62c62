%% worker_pool.erl without its bug: a checkout gives a ticket with the worker, and only the ticket of the present
%% holder brings the worker back. One that comes late finds its ticket out of date and changes nothing.
-module(worker_pool_fixed).
-behaviour(gen_server).
-export([start_link/1, stop/1, checkout/1, checkin/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).
-export([test/0]).

start_link(Workers) -> gen_server:start_link(?MODULE, Workers, []).
stop(Pool) -> gen_server:stop(Pool).
checkout(Pool) -> gen_server:call(Pool, checkout, infinity).
checkin(Pool, Ticket) -> gen_server:cast(Pool, {checkin, Ticket}).

%% State: {free workers, monitors of clients => their workers, clients that wait}. The monitor is the ticket.
init(Workers) -> {ok, {Workers, #{}, []}}.

handle_call(checkout, {Client, _}, {[Worker | Free], Busy, []}) ->
    Ticket = monitor(process, Client),
    {reply, {Worker, Ticket}, {Free, Busy#{Ticket => Worker}, []}};
handle_call(checkout, From, {[], Busy, Waiting}) ->
    {noreply, {[], Busy, Waiting ++ [From]}}.

handle_cast({checkin, Ticket}, State) -> {noreply, back(Ticket, State)}.

handle_info({'DOWN', Ticket, process, _, _}, State) -> {noreply, back(Ticket, State)}.

back(Ticket, {Free, Busy, Waiting} = State) ->
    case maps:take(Ticket, Busy) of
        {Worker, Rest} ->
            demonitor(Ticket, [flush]),
            pass_on(Worker, Free, Rest, Waiting);
        error ->
            State
    end.

pass_on(Worker, Free, Busy, []) ->
    {[Worker | Free], Busy, []};
pass_on(Worker, Free, Busy, [{Client, _} = Next | Others]) ->
    Ticket = monitor(process, Client),
    gen_server:reply(Next, {Worker, Ticket}),
    {Free, Busy#{Ticket => Worker}, Others}.

%% The only worker is used by one at a time.
test() ->
    {ok, Pool} = start_link([worker]),
    InUse = ets:new(in_use, [public]),
    Me = self(),
    spawn(fun() ->
              {_, Ticket} = checkout(Pool),
              spawn(fun() -> checkin(Pool, Ticket) end),
              Me ! hasty_done
          end),
    spawn(fun() -> use(Pool, InUse), Me ! other_done end),
    use(Pool, InUse),
    receive hasty_done -> ok end,
    receive other_done -> ok end,
    stop(Pool).

use(Pool, InUse) ->
    {Worker, Ticket} = checkout(Pool),
    true = ets:insert_new(InUse, {Worker, self()}),
    ets:delete(InUse, Worker),
    checkin(Pool, Ticket).
