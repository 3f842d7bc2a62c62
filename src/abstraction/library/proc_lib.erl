%% Processes as OTP starts them.
-module(proc_lib).
-export([spawn/1, spawn/3, spawn_link/1, spawn_link/3, spawn_opt/2, spawn_opt/4, start/3, start/4,
         start_link/3, start_link/4, init_ack/1, init_ack/2, hibernate/3]).

spawn(F) -> erlang:spawn(F).
spawn(M, F, A) -> erlang:spawn(M, F, A).
spawn_link(F) -> erlang:spawn_link(F).
spawn_link(M, F, A) -> erlang:spawn_link(M, F, A).
spawn_opt(F, Options) -> erlang:spawn_opt(F, Options).
spawn_opt(M, F, A, Options) -> erlang:spawn_opt(M, F, A, Options).
start(M, F, A) -> acknowledged(erlang:spawn(M, F, A)).
start(M, F, A, _) -> start(M, F, A).
start_link(M, F, A) -> acknowledged(erlang:spawn_link(M, F, A)).
start_link(M, F, A, _) -> start_link(M, F, A).
%% A process that ends first, or takes too long, is an error.
acknowledged(P) ->
    receive
        {ack, P, Result} -> Result
    after heddle:choice([0, infinity]) -> {error, heddle:opaque()}
    end.
%% To who has started the process, which it knows only if that was done as here.
init_ack(Result) ->
    case heddle:choice([true, false]) of
        true -> init_ack(heddle:parent(), Result);
        false -> erlang:error(heddle:opaque())
    end.
init_ack(Parent, Result) -> Parent ! {ack, erlang:self(), Result}, ok.
hibernate(M, F, A) -> erlang:hibernate(M, F, A).
