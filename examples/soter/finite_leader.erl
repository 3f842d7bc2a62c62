%% Leader election in a ring of three: a process passes on what is greater than its own number, and
%% is the leader when its own number comes back. There is never more than one. All numbers go through
%% one function, so they have to be told apart (D = 1).
-module(finite_leader).
-export([main/0]).
-include("soter.hrl").

-uncoverable("the_leader > 1").

main() ->
    A = spawn(fun() -> start() end),
    B = spawn(fun() -> start() end),
    C = spawn(fun() -> start() end),
    place(A, low, B),
    place(B, middle, C),
    place(C, high, A).

place(Process, Number, Next) ->
    Process ! {place, Number, Next}.

start() ->
    receive
        {place, Me, Next} ->
            Next ! {number, Me},
            elect(Me, Next)
    end.

elect(Me, Next) ->
    receive
        {number, Other} ->
            case compare(Other, Me) of
                greater -> Next ! {number, Other}, elect(Me, Next);
                less -> elect(Me, Next);
                same -> leader()
            end
    end.

leader() ->
    ?label("the_leader"),
    leader().

compare(X, X) -> same;
compare(high, _) -> greater;
compare(_, high) -> less;
compare(middle, low) -> greater;
compare(low, middle) -> less.
