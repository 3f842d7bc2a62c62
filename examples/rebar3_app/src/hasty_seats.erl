%% The same with a bug: between the look and the write another process may look, and both book.
-module(hasty_seats).
-export([book/3]).

book(Hall, Seat, Guest) ->
    case ets:member(Hall, Seat) of
        true -> taken;
        false -> ets:insert(Hall, {Seat, Guest}), ok
    end.
