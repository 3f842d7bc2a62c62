%% Lets so many people into a room, whoever asks first. add_get/3 counts and looks in one step.
-module(turnstile).
-export([new/0, enter/2]).

new() -> atomics:new(1, []).

enter(Gate, Limit) ->
    case atomics:add_get(Gate, 1, 1) =< Limit of
        true -> in;
        false -> full
    end.
