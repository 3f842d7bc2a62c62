-module(hasty_seats_tests).
-include_lib("eunit/include/eunit.hrl").

%% Passes nearly always under rebar3 eunit; rebar3 heddle --module hasty_seats shows when it does not.
one_guest_a_seat_conc_test() ->
    Hall = seats:open(),
    Answers = two_guests:answers(fun(Guest) -> hasty_seats:book(Hall, {row, 1}, Guest) end),
    ?assertEqual([ok, taken], lists:sort(Answers)).
