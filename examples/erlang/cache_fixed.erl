%% cache.erl without its bugs: the table counts by itself, and every change of the store raises a version.
%% A fetched value is put into the cache first, then the version is looked at again; a change raises the
%% version first and then empties the cache. Whoever comes second sees the other and removes the entry.
-module(cache_fixed).
-export([new/0, get/2, put/3, hits/2]).
-export([test/0, stale_test/0]).

-include_lib("stdlib/include/assert.hrl").

new() -> {ets:new(cache, [public]), ets:new(store, [public])}.

get({Cache, Store} = Both, Key) ->
    try ets:update_counter(Cache, Key, {3, 1}) of
        _ -> value(Both, Key)
    catch
        error:badarg -> fetch(Cache, Store, Key)
    end.

%% The entry may be thrown away after its hit has been counted.
value({Cache, Store}, Key) ->
    case ets:lookup(Cache, Key) of
        [{Key, Value, _}] -> Value;
        [] -> fetch(Cache, Store, Key)
    end.

fetch(Cache, Store, Key) ->
    Version = version(Store, Key),
    [{Key, Value}] = ets:lookup(Store, Key),
    ets:insert(Cache, {Key, Value, 0}),
    case version(Store, Key) of
        Version -> Value;
        _ -> ets:delete(Cache, Key), Value
    end.

version(Store, Key) -> ets:lookup_element(Store, {version, Key}, 2).

put({Cache, Store}, Key, Value) ->
    ets:insert(Store, {Key, Value}),
    ets:update_counter(Store, {version, Key}, 1, {{version, Key}, 0}),
    ets:delete(Cache, Key).

hits({Cache, _}, Key) -> ets:lookup_element(Cache, Key, 3).

test() ->
    Cache = new(),
    put(Cache, answer, 42),
    42 = get(Cache, answer),
    both(fun() -> 42 = get(Cache, answer) end, fun() -> 42 = get(Cache, answer) end),
    ?assertEqual(2, hits(Cache, answer)).

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
