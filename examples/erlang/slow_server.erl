%% A gen_server:call without a timeout of its own gives up after five seconds and crashes the caller.
%%
%% Heddle takes every timeout for possible, since no program should be right only because a machine is
%% fast: the call can give up although the answer is on its way. Who knows better says so:
%% `heddle check slow_server.erl --after_timeout 5000` takes timeouts of five seconds and more for
%% infinite, and the program is verified.
-module(slow_server).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).
-export([test/0]).

init([]) -> {ok, none}.
handle_call(question, _, State) -> {reply, 42, State}.
handle_cast(_, State) -> {noreply, State}.

test() ->
    {ok, Server} = gen_server:start_link(?MODULE, [], []),
    42 = gen_server:call(Server, question),
    gen_server:stop(Server).
