%% Models of the functions of maps. A map is the pairs that were put into it, one after the other; a
%% pair with the value '$heddle_removed' removes a key. heddle:map_key(M) is some key of M.
-module(maps).
-compile(export_all).
-compile(nowarn_export_all).

new() -> #{}.
put(K, V, M) -> M#{K => V}.
update(K, V, M) -> M#{K := V}.
get(K, M) -> case M of #{K := V} -> V; #{} -> erlang:error({badkey, K}); _ -> bad(M) end.
get(K, M, Default) -> case M of #{K := V} -> V; #{} -> Default; _ -> bad(M) end.
find(K, M) -> case M of #{K := V} -> {ok, V}; #{} -> error; _ -> bad(M) end.
is_key(K, M) -> case M of #{K := _} -> true; #{} -> false; _ -> bad(M) end.
bad(M) -> erlang:error({badmap, M}).
remove(K, M) -> M#{K => '$heddle_removed'}.
take(K, M) -> case M of #{K := V} -> {V, remove(K, M)}; #{} -> error; _ -> bad(M) end.
with(Keys, M) -> chosen(Keys, M).
without(Keys, M) -> chosen(Keys, M).
chosen(Keys, M) when is_list(Keys), is_map(M) -> _ = length(Keys), some(M);
chosen(Keys, M) when is_list(Keys) -> bad(M).
some(M) -> fold(fun(K, V, A) -> A#{K => V} end, #{}, M).
size(M) when is_map(M) -> heddle:any_nat();
size(M) -> bad(M).
update_with(K, F, M) when is_function(F, 1) -> M#{K := F(get(K, M))}.
update_with(K, F, Init, M) when is_function(F, 1) ->
    case M of #{K := V} -> M#{K => F(V)}; #{} -> M#{K => Init}; _ -> bad(M) end.
keys(M) when is_map(M) -> some_keys(M);
keys(M) -> bad(M).
some_keys(M) ->
    case heddle:choice([true, false]) of true -> []; false -> [heddle:map_key(M) | some_keys(M)] end.
values(M) when is_map(M) -> some_values(M);
values(M) -> bad(M).
some_values(M) ->
    case heddle:choice([true, false]) of true -> []; false -> [heddle:map_value(M) | some_values(M)] end.
%% Iterators are not followed.
to_list(M) when is_map(M) -> pairs(M);
to_list(I) -> iterated(I).
pairs(M) ->
    case heddle:choice([true, false]) of
        true -> [];
        false -> [{heddle:map_key(M), heddle:map_value(M)} | pairs(M)]
    end.
iterated(I) ->
    case heddle:choice([true, false]) of true -> heddle:opaque(); false -> bad(I) end.
from_list(L) -> from_list(L, #{}).
from_list([], M) -> M;
from_list([{K, V} | T], M) -> from_list(T, M#{K => V}).
fold(F, A, M) when is_function(F, 3), is_map(M) -> folded(F, A, M);
fold(F, A, I) when is_function(F, 3) ->
    iterated(I), folded(F, A, #{heddle:opaque() => heddle:opaque()}).
folded(F, A, M) ->
    case heddle:choice([true, false]) of
        true -> A;
        false -> folded(F, F(heddle:map_key(M), heddle:map_value(M), A), M)
    end.
foreach(F, M) when is_function(F, 2) -> fold(fun(K, V, ok) -> F(K, V), ok end, ok, M).
map(F, M) when is_function(F, 2) -> fold(fun(K, V, A) -> A#{K => F(K, V)} end, #{}, M).
filter(F, M) when is_function(F, 2) ->
    fold(fun(K, V, A) -> case F(K, V) of true -> A#{K => V}; false -> A end end, #{}, M).
merge(A, B) when is_map(A), is_map(B) -> folded(fun(K, V, M) -> M#{K => V} end, A, B);
merge(A, B) -> bad(heddle:choice([A, B])).
