%% Seats of a hall in a table that any process may write to. insert_new/2 looks and writes in one step,
%% so a seat has one guest.
-module(seats).
-export([open/0, book/3, guest/2]).

open() -> ets:new(seats, [public]).

book(Hall, Seat, Guest) ->
    case ets:insert_new(Hall, {Seat, Guest}) of
        true -> ok;
        false -> taken
    end.

guest(Hall, Seat) -> ets:lookup_element(Hall, Seat, 2).
