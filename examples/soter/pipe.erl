%% A pipe of any length: each process applies a function and passes the result on. One value is in
%% the pipe at a time.
-module(pipe).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

-uncoverable("mail >= 2").

main() ->
    First = pipe(?list_of(fun(X) -> X + 1 end), self()),
    feed(First).

feed(First) ->
    First ! ?any_nat(),
    receive _ -> feed(First) end.

pipe([], Last) -> Last;
pipe([Function | Rest], Last) ->
    Next = pipe(Rest, Last),
    spawn(fun() -> node(Function, Next) end).

node(Function, Next) ->
    ?label_mail("mail"),
    receive
        X -> Next ! Function(X), node(Function, Next)
    end.
