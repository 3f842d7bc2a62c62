%% Of what comes in pairs, the second is passed on: of a b a b ... only b. The order of messages
%% proves it, and an ACS forgets the order.
-module(stutter).
-export([main/0]).
-include("soter.hrl").

main() ->
    Me = self(),
    Filter = spawn(fun() -> every_second(Me) end),
    spawn(fun() -> pairs(Filter) end),
    no_as().

pairs(To) ->
    To ! a,
    To ! b,
    pairs(To).

every_second(To) ->
    receive _ -> ok end,
    receive X -> To ! X end,
    every_second(To).

no_as() ->
    receive
        X ->
            case X of
                a -> ?soter_error("we abhor as");
                b -> no_as()
            end
    end.
