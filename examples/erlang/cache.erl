%% A cache in an ETS table before a slow store, with a counter of hits for every entry.
%%
%% test/0: two clients that hit the same entry read its counter and write it back; one hit is lost.
%% stale_test/0: a client fetches from the store what the cache lacks; if the value is changed, and the
%% entry thrown away, between fetching and keeping, the cache keeps the old value for good.
%% cache_fixed.erl has neither.
-module(cache).
-export([new/0, get/2, put/3, hits/2]).
-export([test/0, stale_test/0]).

-include_lib("stdlib/include/assert.hrl").

new() -> {ets:new(cache, [public]), ets:new(store, [public])}.

%% The value of Key; keeps it for the next time.
get({Cache, Store}, Key) ->
    case ets:lookup(Cache, Key) of
        [{Key, Value, Hits}] ->
            ets:insert(Cache, {Key, Value, Hits + 1}),
            Value;
        [] ->
            [{Key, Value}] = ets:lookup(Store, Key),
            ets:insert(Cache, {Key, Value, 0}),
            Value
    end.

%% Changes the store and throws the entry of the cache away.
put({Cache, Store}, Key, Value) ->
    ets:insert(Store, {Key, Value}),
    ets:delete(Cache, Key).

hits({Cache, _}, Key) -> ets:lookup_element(Cache, Key, 3).

%% Every hit is counted.
test() ->
    Cache = new(),
    put(Cache, answer, 42),
    42 = get(Cache, answer),
    both(fun() -> 42 = get(Cache, answer) end, fun() -> 42 = get(Cache, answer) end),
    ?assertEqual(2, hits(Cache, answer)).

%% After a change, the new value is found.
stale_test() ->
    Cache = new(),
    put(Cache, answer, 41),
    both(fun() -> get(Cache, answer) end, fun() -> put(Cache, answer, 42) end),
    ?assertEqual(42, get(Cache, answer)).

both(First, Second) ->
    Me = self(),
    spawn(fun() -> First(), Me ! first_done end),
    spawn(fun() -> Second(), Me ! second_done end),
    receive first_done -> ok end,
    receive second_done -> ok end.
