%% The sieve with a mistake: it asks twice for each number, so a second request waits in the mailbox
%% of the one that is asked.
-module(sieve_twice).
-export([main/0]).
-include("soter.hrl").

-uncoverable("counter_mail >= 2").
-uncoverable("filter_mail >= 2").
-uncoverable("sieve_mail >= 2").

main() ->
    Me = self(),
    Counter = spawn(fun() -> counter(2) end),
    spawn(fun() -> sieve(Counter, Me) end),
    dump().

dump() ->
    receive X -> io:write(X), dump() end.

counter(N) ->
    ?label_mail("counter_mail"),
    receive
        {poke, From} ->
            From ! {ans, N},
            counter(N + 1)
    end.

sieve(In, Out) ->
    ?label_mail("sieve_mail"),
    In ! {poke, self()},
    In ! {poke, self()},
    receive
        {ans, X} ->
            Out ! X,
            Filter = spawn(fun() -> filter(divisible_by(X), In) end),
            sieve(Filter, Out)
    end.

filter(Test, In) ->
    ?label_mail("filter_mail"),
    receive {poke, From} -> filter(Test, In, From) end.

filter(Test, In, Out) ->
    In ! {poke, self()},
    receive
        {ans, Y} ->
            case Test(Y) of
                false -> Out ! {ans, Y}, filter(Test, In);
                true -> filter(Test, In, Out)
            end
    end.

-ifdef(SOTER).
divisible_by(_X) ->
    fun(_Y) -> ?any_bool() end.
-else.
divisible_by(X) ->
    fun(Y) -> Y rem X =:= 0 end.
-endif.
