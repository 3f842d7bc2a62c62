%% Elixir's own application: its configuration, and the server that compiling needs. Started when a
%% program first asks for one of them.
-module(heddle_elixir).
-export([boot/0]).

boot() ->
    {ok, _} = application:ensure_all_started(elixir),
    wait().

wait() -> receive _ -> wait() end.
