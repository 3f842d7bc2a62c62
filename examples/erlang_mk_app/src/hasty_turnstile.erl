%% The same with a bug: between the look and the count another process may look.
-module(hasty_turnstile).
-export([enter/2]).

enter(Gate, Limit) ->
    case atomics:get(Gate, 1) < Limit of
        true -> atomics:add(Gate, 1, 1), in;
        false -> full
    end.
