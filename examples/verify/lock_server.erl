%% A lock as a gen_server, and any number of clients that use it. docs/verify.md tells its story.
-module(lock_server).
-behaviour(gen_server).
-export([main/0, init/1, handle_call/3, handle_cast/2]).
-include("heddle.hrl").

-uncoverable("holds >= 2").

main() ->
    {ok, Lock} = gen_server:start(?MODULE, [], []),
    clients(Lock).

clients(Lock) ->
    case ?any_bool() of
        true -> spawn(fun() -> client(Lock) end), clients(Lock);
        false -> ok
    end.

client(Lock) ->
    case gen_server:call(Lock, take, infinity) of
        yes ->
            ?label("holds"),
            ok = gen_server:call(Lock, give_back, infinity);
        no ->
            client(Lock)
    end.

init([]) -> {ok, free}.

handle_call(take, _From, free) -> {reply, yes, taken};
handle_call(take, _From, taken) -> {reply, no, taken};
handle_call(give_back, _From, taken) -> {reply, ok, free}.

handle_cast(_, State) -> {noreply, State}.
