%% The plugin: rebar3 calls init/1, which adds the command `rebar3 heddle`.
-module(rebar3_heddle).
-export([init/1]).

-spec init(rebar_state:t()) -> {ok, rebar_state:t()}.
init(State) -> rebar3_heddle_prv:init(State).
