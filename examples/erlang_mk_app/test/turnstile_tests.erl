-module(turnstile_tests).
-include_lib("eunit/include/eunit.hrl").
-export([two_ask/1]).

%% Holds in every interleaving: make heddle
one_place_conc_test() ->
    ?assertEqual([full, in], two_ask(fun(Gate) -> turnstile:enter(Gate, 1) end)).

two_ask(Enter) ->
    Gate = turnstile:new(),
    Me = self(),
    People = [spawn(fun() -> Me ! {self(), Enter(Gate)} end) || _ <- [1, 2]],
    lists:sort([receive {Person, Answer} -> Answer end || Person <- People]).
