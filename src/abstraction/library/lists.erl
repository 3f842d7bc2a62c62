%% Models of the functions of lists that are used most. What they compute from elements is kept;
%% orders and positions are not. An element is picked anew each time: a variable is one value at
%% larger depths. They fail where OTP's fail, for whatever reason.
-module(lists).
-compile(export_all).
-compile(nowarn_export_all).

append(A, B) -> A ++ B.
append([X]) -> X;
append([]) -> [];
append([H | T]) -> H ++ append(T).
all(F, L) when is_function(F, 1) -> all_of(F, L).
all_of(_, []) -> true;
all_of(F, [H | T]) -> case F(H) of true -> all_of(F, T); false -> false end.
any(F, L) when is_function(F, 1) -> any_of(F, L).
any_of(_, []) -> false;
any_of(F, [H | T]) -> case F(H) of true -> true; false -> any_of(F, T) end.
delete(_, []) -> [];
delete(X, [X | T]) -> T;
delete(X, [H | T]) -> [H | delete(X, T)].
duplicate(N, X) when is_integer(N), N >= 0 -> some(X).
some(X) -> case heddle:choice([true, false]) of true -> []; false -> [X | some(X)] end.
filter(F, L) when is_function(F, 1) -> filtered(F, L).
filtered(_, []) -> [];
filtered(F, [H | T]) -> case F(H) of true -> [H | filtered(F, T)]; false -> filtered(F, T) end.
filtermap(F, L) when is_function(F, 1) -> filtermapped(F, L).
filtermapped(_, []) -> [];
filtermapped(F, [H | T]) ->
    case F(H) of
        true -> [H | filtermapped(F, T)];
        {true, X} -> [X | filtermapped(F, T)];
        false -> filtermapped(F, T)
    end.
flatmap(F, L) when is_function(F, 1) -> flatmapped(F, L).
flatmapped(_, []) -> [];
flatmapped(F, [H | T]) -> F(H) ++ flatmapped(F, T).
foldl(F, A, L) when is_function(F, 2) -> foldedl(F, A, L).
foldedl(_, A, []) -> A;
foldedl(F, A, [H | T]) -> foldedl(F, F(H, A), T).
foldr(F, A, L) when is_function(F, 2) -> foldedr(F, A, L).
foldedr(_, A, []) -> A;
foldedr(F, A, [H | T]) -> F(H, foldedr(F, A, T)).
foreach(F, L) when is_function(F, 1) -> foreach_of(F, L).
foreach_of(_, []) -> ok;
foreach_of(F, [H | T]) -> F(H), foreach_of(F, T).
keydelete(K, N, L) when is_integer(N), N > 0 -> without_key(K, N, L).
without_key(_, _, []) -> [];
without_key(K, N, [H | T]) ->
    case has_key(K, N, H) of true -> T; false -> [H | without_key(K, N, T)] end.
keyfind(K, N, L) when is_integer(N), N > 0 -> with_key(K, N, L).
with_key(_, _, []) -> false;
with_key(K, N, [H | T]) -> case has_key(K, N, H) of true -> H; false -> with_key(K, N, T) end.
has_key(K, N, H) when is_tuple(H), tuple_size(H) >= N -> element(N, H) == K;
has_key(_, _, _) -> false.
keymember(K, N, L) -> case keyfind(K, N, L) of false -> false; _ -> true end.
keystore(K, N, L, New) when is_integer(N), N > 0, is_tuple(New) -> stored(K, N, L, New).
stored(_, _, [], New) -> [New];
stored(K, N, [H | T], New) ->
    case has_key(K, N, H) of true -> [New | T]; false -> [H | stored(K, N, T, New)] end.
last([X]) -> X;
last([_ | T]) -> last(T).
map(F, L) when is_function(F, 1) -> mapped(F, L).
mapped(_, []) -> [];
mapped(F, [H | T]) -> [F(H) | mapped(F, T)].
max([X]) -> X;
max([X | T]) -> heddle:choice([X, max(T)]).
min(L) -> max(L).
member(_, []) -> false;
member(X, [X | _]) -> true;
member(X, [_ | T]) -> member(X, T).
nth(1, [H | _]) -> H;
nth(N, [_ | T]) -> nth(N - 1, T).
partition(F, L) when is_function(F, 1) -> parted(F, L).
parted(_, []) -> {[], []};
parted(F, [H | T]) ->
    case F(H) of
        true -> {Yes, No} = parted(F, T), {[H | Yes], No};
        false -> {Yes, No} = parted(F, T), {Yes, [H | No]}
    end.
reverse(L) -> reverse(L, []).
reverse([], A) -> A;
reverse([H | T], A) -> reverse(T, [H | A]).
seq(A, B) when is_integer(A), is_integer(B), A - 1 =< B -> integers().
seq(A, B, C) when is_integer(A), is_integer(B), is_integer(C) ->
    case heddle:choice([true, false]) of true -> integers(); false -> erlang:error(badarg) end.
integers() -> case heddle:choice([true, false]) of true -> []; false -> [heddle:any_integer() | integers()] end.
sort(L) -> reorder(L).
sort(F, L) when is_function(F, 2) -> compared(F, L), reorder(L).
usort(L) -> reorder(L).
usort(F, L) when is_function(F, 2) -> compared(F, L), reorder(L).
compared(F, [_, _ | _] = L) ->
    case F(pick(L), pick(L)) of true -> ok; false -> ok end,
    case heddle:choice([true, false]) of true -> ok; false -> compared(F, L) end;
compared(_, _) -> ok.
keysort(N, L) when is_integer(N), N > 0 -> keyed(N, L), reorder(L).
%% A single element is not looked at.
keyed(_, []) -> ok;
keyed(_, [_]) -> ok;
keyed(N, L) -> has_keys(N, L).
has_keys(_, []) -> ok;
has_keys(N, [H | T]) -> _ = element(N, H), has_keys(N, T).
reorder([]) -> [];
reorder(L) -> [pick(L) | picks(L)].
picks(L) -> case heddle:choice([true, false]) of true -> []; false -> [pick(L) | picks(L)] end.
pick([H]) -> H;
pick([H | T]) -> case heddle:choice([true, false]) of true -> H; false -> pick(T) end.
sublist(L, N) when is_integer(N), N >= 0, is_list(L) -> begun(L).
begun([]) -> [];
begun([H | T]) -> case heddle:choice([true, false]) of true -> []; false -> [H | begun(T)] end.
sum([]) -> 0;
sum([H | T]) -> H + sum(T).
unzip(L) -> {firsts(L), seconds(L)}.
firsts([]) -> [];
firsts([{A, _} | T]) -> [A | firsts(T)].
seconds([]) -> [];
seconds([{_, B} | T]) -> [B | seconds(T)].
zip([], []) -> [];
zip([A | S], [B | T]) -> [{A, B} | zip(S, T)].
