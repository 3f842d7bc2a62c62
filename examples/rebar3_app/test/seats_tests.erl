-module(seats_tests).
-include_lib("eunit/include/eunit.hrl").

%% Holds in every interleaving: rebar3 heddle
one_guest_a_seat_conc_test() ->
    Hall = seats:open(),
    Answers = two_guests:answers(fun(Guest) -> seats:book(Hall, {row, 1}, Guest) end),
    ?assertEqual([ok, taken], lists:sort(Answers)).

%% Starts no process, so there is one interleaving only: rebar3 heddle --eunit
empty_hall_test() ->
    Hall = seats:open(),
    ?assertEqual(ok, seats:book(Hall, {row, 1}, ann)),
    ?assertEqual(ann, seats:guest(Hall, {row, 1})).
