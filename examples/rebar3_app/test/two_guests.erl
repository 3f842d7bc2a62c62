%% Two guests who want the same seat at the same time, and what each is told.
-module(two_guests).
-export([answers/1]).

answers(Book) ->
    Me = self(),
    Guests = [ann, bob],
    [spawn(fun() -> Me ! {Guest, Book(Guest)} end) || Guest <- Guests],
    [receive {Guest, Answer} -> Answer end || Guest <- Guests].
