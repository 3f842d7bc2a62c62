%% Any number of workers, and a fun that waits for all of them: it is made of as many funs as there
%% are workers, each of which waits for one. When it returns, no worker is still about to finish.
%% To know it one has to count the funs on the stack.
-module(howait).
-export([main/0]).
-include("soter.hrl").
-soter_config(peano).

-uncoverable("worker_finished >= 1, wait_over >= 1").

main() ->
    Wait = start(?any_nat(), fun() -> ok end),
    Wait(),
    ?label("wait_over").

start(0, Wait) -> Wait;
start(N, Wait) ->
    Me = self(),
    Worker = spawn(fun() -> worker(Me) end),
    start(N - 1, fun() ->
        Wait(),
        receive {finished, Worker} -> ok end
    end).

worker(Master) ->
    ?label("worker_finished"),
    Master ! {finished, self()}.
