%% A rate limiter on an atomic counter: at most two requests in a window are let through.
%%
%% The bug: looking at the counter and raising it are two operations, so that two requests can both see
%% the last free place. rate_limiter_fixed.erl raises first and looks at what came out.
-module(rate_limiter).
-export([new/0, allow/1]).
-export([test/0]).

-include_lib("stdlib/include/assert.hrl").

-define(LIMIT, 2).

new() -> atomics:new(1, []).

allow(Limiter) ->
    case atomics:get(Limiter, 1) < ?LIMIT of
        true -> atomics:add(Limiter, 1, 1), true;
        false -> false
    end.

%% Of three requests in a window, two are let through.
test() ->
    Limiter = new(),
    Passed = [R || R <- requests(Limiter, 3), R],
    ?assertEqual(2, length(Passed)).

requests(Limiter, N) ->
    Me = self(),
    Numbers = lists:seq(1, N),
    [spawn(fun() -> Me ! {request, I, allow(Limiter)} end) || I <- Numbers],
    [receive {request, I, Result} -> Result end || I <- Numbers].
