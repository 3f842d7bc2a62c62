%% Two-phase commit: a coordinator asks every participant to prepare; if all say yes, all are told to
%% commit, otherwise all are told to abort. A participant that has prepared keeps its account locked
%% until it hears the decision.
%%
%% The bug: a participant that is locked by another transaction waits with its answer until the lock is
%% free. Two transfers over the same two accounts in opposite directions can then each hold one account
%% and wait for the other: nobody ever answers. two_phase_commit_fixed.erl says no instead.
-module(two_phase_commit).
-export([test/0]).

-include_lib("stdlib/include/assert.hrl").

%% A participant with one account.
account(Balance) ->
    receive
        {prepare, Coordinator, Change} when Balance + Change >= 0 ->
            Coordinator ! {vote, self(), yes},
            receive
                {commit, Coordinator} -> account(Balance + Change);
                {abort, Coordinator} -> account(Balance)
            end;
        {prepare, Coordinator, _} ->
            Coordinator ! {vote, self(), no},
            account(Balance);
        {abort, _} ->
            account(Balance);
        {stop, From} ->
            From ! {balance, self(), Balance}
    end.

%% A coordinator runs one transaction, [{account, change}].
transaction(Changes) ->
    Accounts = [Account || {Account, _} <- Changes],
    [Account ! {prepare, self(), Change} || {Account, Change} <- Changes],
    Votes = [receive {vote, Account, Vote} -> Vote end || Account <- Accounts],
    Decision = case lists:member(no, Votes) of true -> abort; false -> commit end,
    [Account ! {Decision, self()} || Account <- Accounts],
    Decision.

%% Money moves, but none is made or lost.
test() ->
    A = spawn(fun() -> account(100) end),
    B = spawn(fun() -> account(100) end),
    Me = self(),
    Transfer = fun(Name, From, To, Sum) ->
                   spawn(fun() -> Me ! {done, Name, transaction([{From, -Sum}, {To, Sum}])} end)
               end,
    Transfer(there, A, B, 30),
    Transfer(back, B, A, 50),
    There = receive {done, there, First} -> First end,
    Back = receive {done, back, Second} -> Second end,
    [Account ! {stop, Me} || Account <- [A, B]],
    InA = receive {balance, A, X} -> X end,
    InB = receive {balance, B, Y} -> Y end,
    Expected = 100 - moved(There, 30) + moved(Back, 50),
    ?assertEqual({Expected, 200 - Expected}, {InA, InB}).

moved(commit, Sum) -> Sum;
moved(abort, _) -> 0.
