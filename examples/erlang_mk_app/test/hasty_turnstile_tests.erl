-module(hasty_turnstile_tests).
-include_lib("eunit/include/eunit.hrl").

%% Passes nearly always under EUnit: make heddle t=hasty_turnstile_tests
one_place_conc_test() ->
    ?assertEqual([full, in], turnstile_tests:two_ask(fun(Gate) -> hasty_turnstile:enter(Gate, 1) end)).
