%% Functions with a memory: a factory makes a process that keeps a state, and a fun that steps it.
%% The fun waits for its answer, so the mailbox never holds two messages, and none at all when the
%% process has just taken one.
-module(state_factory).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

-uncoverable("state_mail > 1").
-uncoverable("after_receive > 0, state_mail > 0").

main() ->
    Next = factory(fun(Input, State) -> {State, State + Input} end, 0),
    use(?any_nat(), Next).

use(0, _) -> ok;
use(N, Next) ->
    Next(1),
    use(N - 1, Next).

factory(Function, Initial) ->
    Keeper = spawn(fun() -> keeper(Function, Initial) end),
    fun(Input) ->
        Keeper ! {self(), Input},
        receive {_, Output} -> Output end
    end.

keeper(Function, State) ->
    ?label_mail("state_mail"),
    receive
        {Client, Input} ->
            ?label("after_receive"),
            {Output, Next} = call(Function, Input, State),
            Client ! {self(), Output},
            keeper(Function, Next)
    end.

-ifdef(SOTER).
call(_Function, _Input, _State) -> {?any_nat(), ?any_nat()}.
-else.
call(Function, Input, State) -> Function(Input, State).
-endif.
