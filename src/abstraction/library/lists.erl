%% Models of the functions of lists that are used most. What they compute from elements is kept;
%% orders and positions are not. An element is picked anew each time: a variable is one value at
%% larger depths.
-module(lists).
-compile(export_all).
-compile(nowarn_export_all).

append(A, B) -> A ++ B.
append([]) -> [];
append([H | T]) -> H ++ append(T).
all(_, []) -> true;
all(F, [H | T]) -> case F(H) of true -> all(F, T); false -> false end.
any(_, []) -> false;
any(F, [H | T]) -> case F(H) of true -> true; false -> any(F, T) end.
delete(_, []) -> [];
delete(X, [X | T]) -> T;
delete(X, [H | T]) -> [H | delete(X, T)].
duplicate(_, X) -> some(X).
some(X) -> case heddle:choice([true, false]) of true -> []; false -> [X | some(X)] end.
filter(_, []) -> [];
filter(F, [H | T]) -> case F(H) of true -> [H | filter(F, T)]; false -> filter(F, T) end.
filtermap(_, []) -> [];
filtermap(F, [H | T]) ->
    case F(H) of
        true -> [H | filtermap(F, T)];
        {true, X} -> [X | filtermap(F, T)];
        false -> filtermap(F, T)
    end.
flatmap(_, []) -> [];
flatmap(F, [H | T]) -> F(H) ++ flatmap(F, T).
foldl(_, A, []) -> A;
foldl(F, A, [H | T]) -> foldl(F, F(H, A), T).
foldr(_, A, []) -> A;
foldr(F, A, [H | T]) -> F(H, foldr(F, A, T)).
foreach(_, []) -> ok;
foreach(F, [H | T]) -> F(H), foreach(F, T).
keydelete(_, _, []) -> [];
keydelete(K, N, [H | T]) -> case has_key(K, N, H) of true -> T; false -> [H | keydelete(K, N, T)] end.
keyfind(_, _, []) -> false;
keyfind(K, N, [H | T]) -> case has_key(K, N, H) of true -> H; false -> keyfind(K, N, T) end.
has_key(K, N, H) when is_tuple(H), tuple_size(H) >= N -> element(N, H) == K;
has_key(_, _, _) -> false.
keymember(K, N, L) -> case keyfind(K, N, L) of false -> false; _ -> true end.
keystore(_, _, [], New) -> [New];
keystore(K, N, [H | T], New) -> case has_key(K, N, H) of true -> [New | T]; false -> [H | keystore(K, N, T, New)] end.
last([X]) -> X;
last([_ | T]) -> last(T).
map(_, []) -> [];
map(F, [H | T]) -> [F(H) | map(F, T)].
max([X]) -> X;
max([X | T]) -> heddle:choice([X, max(T)]).
min(L) -> max(L).
member(_, []) -> false;
member(X, [X | _]) -> true;
member(X, [_ | T]) -> member(X, T).
nth(1, [H | _]) -> H;
nth(N, [_ | T]) -> nth(N - 1, T).
partition(F, L) -> {filter(F, L), filter(F, L)}.
reverse(L) -> reverse(L, []).
reverse([], A) -> A;
reverse([H | T], A) -> reverse(T, [H | A]).
seq(A, B) when A - 1 =< B -> integers().
seq(A, B, C) when is_integer(A), is_integer(B), is_integer(C) ->
    case heddle:choice([true, false]) of true -> integers(); false -> erlang:error(badarg) end.
integers() -> case heddle:choice([true, false]) of true -> []; false -> [heddle:any_integer() | integers()] end.
sort(L) -> reorder(L).
sort(_, L) -> reorder(L).
usort(L) -> reorder(L).
usort(_, L) -> reorder(L).
keysort(_, L) -> reorder(L).
reorder([]) -> [];
reorder(L) -> [pick(L) | picks(L)].
picks(L) -> case heddle:choice([true, false]) of true -> []; false -> [pick(L) | picks(L)] end.
pick([H]) -> H;
pick([H | T]) -> case heddle:choice([true, false]) of true -> H; false -> pick(T) end.
sublist([], _) -> [];
sublist([H | T], N) -> case heddle:choice([true, false]) of true -> []; false -> [H | sublist(T, N)] end.
sum([]) -> 0;
sum([H | T]) -> H + sum(T).
unzip(L) -> {[A || {A, _} <- L], [B || {_, B} <- L]}.
zip([], []) -> [];
zip([A | S], [B | T]) -> [{A, B} | zip(S, T)].
