%% rate_limiter.erl without its bug: raise the counter, then look at what came out. (The counter may go
%% beyond the limit; only those who were within it pass.)
-module(rate_limiter_fixed).
-export([new/0, allow/1]).
-export([test/0]).

-include_lib("stdlib/include/assert.hrl").

-define(LIMIT, 2).

new() -> atomics:new(1, []).

allow(Limiter) -> atomics:add_get(Limiter, 1, 1) =< ?LIMIT.

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
