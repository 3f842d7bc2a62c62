%% Tables. Objects of tables without an order are sorted before they are compared.
-module(cases_ets).
-export([cases/0]).
-compile([export_all, nowarn_export_all]).
-include_lib("stdlib/include/ms_transform.hrl").

cases() ->
    [{conformance_runner, alone, [?MODULE, F]} || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, helpers())]
        ++ [{?MODULE, generated, [N]} || N <- lists:seq(1, 400)]
        ++ [{?MODULE, operations, [T, N]} || T <- types(), N <- lists:seq(1, 40)].

helpers() -> [helpers, cases, module_info, types, next, table, head, variable, key, object].
types() -> [set, ordered_set, bag, duplicate_bag].

try_(F) -> try {ok, F()} catch C:R -> {C, R} end.
next() -> receive M -> M after 50 -> nothing end.
%% In the order of the keys, if the table has one.
content(T) -> case ets:info(T, type) of ordered_set -> ets:tab2list(T); _ -> sort(ets:tab2list(T)) end.
%% 1 and 1.0 are not the same.
sort(L) -> lists:sort(fun(A, B) -> erts_internal:cmp_term(A, B) =< 0 end, L).
with(Type, Objects) -> T = ets:new(t, [Type]), ets:insert(T, Objects), T.
each(F) -> [{Type, F(Type)} || Type <- types()].

%% ---- In parts

%% Where one key is asked for, its objects are all there is.
parts_of_one_key() ->
    each(fun(Type) ->
             T = with(Type, [{1, a}, {1, b}, {2, a}, {3, c}, {3, d}, {3, e}]),
             [{Keys, N, parts(ets:select(T, [{{K, '_'}, [], ['$_']} || K <- Keys], N))} || Keys <- [[1], [2], [3], [7], [3, 3]], N <- [1, 2, 3, 4]]
         end).
parts('$end_of_table' = End) -> [End];
parts({Objects, '$end_of_table' = End}) -> [length(Objects), End];
parts({Objects, Continuation}) -> [length(Objects) | parts(ets:select(Continuation))].

%% ---- Making and naming

new_bad() -> [try_(fun() -> ets:new(N, O) end) || {N, O} <- [{"x", []}, {x, [foo]}, {x, foo}, {x, [{keypos, 0}]}, {x, [{keypos, a}]}, {x, [{heir, x, y}]}, {x, [{heir, foo}]}, {x, [set | x]}, {x, [{read_concurrency, 1}]}]].
named() -> n1 = ets:new(n1, [named_table]), X = try_(fun() -> ets:new(n1, [named_table]) end), ets:insert(n1, {a, 1}), R = ets:lookup(n1, a), is_reference(ets:whereis(n1)) andalso {X, R, ets:delete(n1), ets:whereis(n1), try_(fun() -> ets:lookup(n1, a) end)}.
not_named() -> T = ets:new(n2, []), {is_reference(T), ets:whereis(n2), try_(fun() -> ets:insert(n2, {a}) end), ets:info(T, name)}.
renamed() -> ets:new(n3, [named_table]), {ets:rename(n3, n4), ets:whereis(n3), is_reference(ets:whereis(n4)), try_(fun() -> ets:rename(n4, 1) end), ets:info(n4, name)}.
renamed_taken() -> ets:new(n5, [named_table]), ets:new(n6, [named_table]), try_(fun() -> ets:rename(n5, n6) end).
renamed_unnamed() -> T = ets:new(n7, []), {ets:rename(T, n8) =:= T, ets:info(T, name)}.
infos() ->
    T = ets:new(i, [bag, public, {keypos, 2}, compressed, {read_concurrency, true}]), ets:insert(T, [{1, a}, {2, a}]),
    {[ets:info(T, I) || I <- [name, type, keypos, protection, size, named_table, compressed, read_concurrency, write_concurrency, heir, node, fixed, decentralized_counters]],
     [K || {K, _} <- ets:info(T)], ets:info(T, owner) =:= self(), ets:info(make_ref()), ets:info(foo_none, size), try_(fun() -> ets:info(T, foo) end), try_(fun() -> ets:info("x") end)}.
all_has() -> T = ets:new(a, []), N = ets:new(alln, [named_table]), {lists:member(T, ets:all()), lists:member(N, ets:all())}.
deleted() -> T = ets:new(d, []), {ets:delete(T), try_(fun() -> ets:delete(T) end), try_(fun() -> ets:insert(T, {a}) end), ets:info(T)}.

%% ---- Owners

owner_exit() -> S = self(), {P, R} = spawn_monitor(fun() -> ets:new(oe, [named_table, public]), S ! ready, receive stop -> ok end end),
    receive ready -> ok end, ets:insert(oe, {a, 1}), A = ets:lookup(oe, a), P ! stop, receive {'DOWN', R, _, _, _} -> ok end, {A, ets:info(oe)}.
protection() ->
    S = self(),
    [begin
         {P, R} = spawn_monitor(fun() -> T = ets:new(pr, [Prot]), ets:insert(T, {a, 1}), S ! {table, T}, receive stop -> ok end end),
         T = receive {table, X} -> X end,
         Res = [try_(fun() -> ets:lookup(T, a) end), try_(fun() -> ets:insert(T, {b, 2}) end), try_(fun() -> lists:sort(ets:match(T, '$1')) end),
                try_(fun() -> ets:delete(T, a) end), try_(fun() -> ets:give_away(T, S, x) end), try_(fun() -> ets:setopts(T, {heir, none}) end),
                try_(fun() -> ets:delete_all_objects(T) end), ets:info(T, size)],
         P ! stop, receive {'DOWN', R, _, _, _} -> ok end, {Prot, Res}
     end || Prot <- [public, protected, private]].
heir() ->
    S = self(), {P, R} = spawn_monitor(fun() -> T = ets:new(he, [{heir, S, data}]), ets:insert(T, {a, 1}) end),
    [begin receive {'ETS-TRANSFER', T, P, data} -> {ets:lookup(T, a), ets:info(T, owner) =:= S} end end, receive {'DOWN', R, _, _, _} -> ok end].
heir_named() -> S = self(), P = spawn(fun() -> ets:new(hn, [named_table, {heir, S, d}]) end), receive {'ETS-TRANSFER', N, P, d} -> N end.
heir_set() -> S = self(), P = spawn(fun() -> T = ets:new(hs, []), ets:setopts(T, {heir, S, later}) end), receive {'ETS-TRANSFER', _, P, D} -> D end.
heir_dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> ok end, T = ets:new(hd, [{heir, P, x}]), ets:info(T, heir).
heir_before_down() -> S = self(), {P, R} = spawn_monitor(fun() -> ets:new(hb, [{heir, S, x}]) end), [begin receive {'ETS-TRANSFER', _, P, _} = M -> element(1, M); {'DOWN', R, _, _, _} = M -> element(1, M) end end || _ <- [1, 2]].
given() ->
    S = self(), P = spawn(fun() -> receive {'ETS-TRANSFER', T, S, gift} -> S ! {got, ets:lookup(T, k), ets:info(T, owner) =:= self()} end, receive stop -> ok end end),
    T = ets:new(gi, []), ets:insert(T, {k, v}), A = ets:give_away(T, P, gift), {A, next(), try_(fun() -> ets:insert(T, {x, y}) end), ets:lookup(T, k)}.
given_bad() -> T = ets:new(gb, []), [try_(fun() -> ets:give_away(T, X, d) end) || X <- [self(), a, 1]].

%% ---- Objects

insert_lookup() -> each(fun(Ty) -> T = with(Ty, [{a, 1}, {b, 2}, {a, 3}, {a, 1}]), {ets:lookup(T, a), ets:lookup(T, c), ets:member(T, a), ets:member(T, z), ets:info(T, size)} end).
insert_bad() -> T = ets:new(ib, [{keypos, 2}]), [try_(fun() -> ets:insert(T, X) end) || X <- [a, {a}, [{a, b}, {c}], [{a, b} | c], [], [x]]] ++ [ets:tab2list(T)].
insert_new_() -> each(fun(Ty) -> T = with(Ty, [{a, 1}]), [ets:insert_new(T, {a, 2}), ets:insert_new(T, {b, 2}), ets:insert_new(T, [{c, 1}, {a, 3}]), ets:insert_new(T, [{c, 1}, {d, 3}]), content(T)] end).
numbers_as_keys() -> each(fun(Ty) -> T = with(Ty, [{1, int}, {1.0, float}, {2.0, x}]), {ets:lookup(T, 1), ets:lookup(T, 1.0), ets:lookup(T, 2), ets:info(T, size)} end).
order_of_keys() -> T = with(ordered_set, [{K} || K <- [b, 3, {1}, "x", <<"y">>, 2.5, a, #{}, [], 1]]), ets:tab2list(T).
lookup_elements() -> each(fun(Ty) -> T = with(Ty, [{a, 1, x}, {a, 2, y}]), {ets:lookup_element(T, a, 2), [try_(fun() -> ets:lookup_element(T, K, P) end) || {K, P} <- [{b, 1}, {a, 4}, {a, 0}, {a, x}]]} end).
delete_keys() -> each(fun(Ty) -> T = with(Ty, [{a, 1}, {a, 2}, {b, 1}]), [ets:delete(T, a), ets:delete(T, zz), content(T), ets:info(T, size)] end).
delete_objects() -> each(fun(Ty) -> T = with(Ty, [{a, 1}, {a, 2}, {a, 1}, {b, 1}]), [ets:delete_object(T, {a, 1}), ets:delete_object(T, {x, 1}), content(T), ets:info(T, size), try_(fun() -> ets:delete_object(T, x) end)] end).
delete_all() -> each(fun(Ty) -> T = with(Ty, [{a, 1}, {a, 2}, {b, 1}]), {ets:delete_all_objects(T), content(T), ets:info(T, size)} end).
takes() -> each(fun(Ty) -> T = with(Ty, [{a, 1}, {a, 2}, {b, 1}]), {ets:take(T, a), ets:take(T, a), content(T)} end).
counters() -> [begin T = with(Ty, [{a, 1, 2, x}]),
    {[try_(fun() -> ets:update_counter(T, K, Op) end) || {K, Op} <- [{a, 1}, {a, {3, 5}}, {a, [{2, 1}, {3, -10}]}, {a, []}, {a, {4, 1}}, {a, {5, 1}}, {a, {1, 1}}, {b, 1}, {a, {2, 1.0}}, {a, {2, 10, 5, 0}}, {a, {2, -10, -5, 7}}, {a, {2, 1, 100, 0}}, {a, x}, {a, {2, 1 bsl 70}}, {a, [{2, 1}, {9, 1}]}, {a, {0, 1}}]], content(T)} end || Ty <- [set, ordered_set]].
counters_default() -> T = ets:new(cd, []), {[try_(fun() -> ets:update_counter(T, K, Op, D) end) || {K, Op, D} <- [{a, 1, {x, 5}}, {a, 1, {x, 5}}, {b, {3, 2}, {x, 0, 10}}, {c, 1, {x}}, {d, {2, 1}, y}, {e, [{2, 1}, {3, 2}], {x, 0, 0}}]], content(T)}.
counters_bag() -> T = with(bag, [{a, 1}]), try_(fun() -> ets:update_counter(T, a, 1) end).
elements() -> T = with(set, [{a, 1, 2}]), {[try_(fun() -> ets:update_element(T, K, U) end) || {K, U} <- [{a, {2, x}}, {a, [{2, y}, {3, z}]}, {b, {2, x}}, {a, {1, b}}, {a, {4, x}}, {a, x}, {a, []}, {b, {1, x}}, {a, [{2, q}, {9, x}]}]], content(T)}.
walk() -> T = with(ordered_set, [{K, K * K} || K <- [5, 1, 3, 2.0]]), {walk(T, ets:first(T), next), walk(T, ets:last(T), prev), ets:next(T, 4), ets:prev(T, 0), ets:next(T, 2), ets:slot(T, 0), ets:slot(T, 4), try_(fun() -> ets:slot(T, 5) end)}.
walk(_, '$end_of_table', _) -> []; walk(T, K, F) -> [K | walk(T, ets:F(T, K), F)].
walk_sets() -> each(fun(Ty) -> T = with(Ty, [{K rem 50, K} || K <- lists:seq(1, 100)]), lists:sort(walk(T, ets:first(T), next)) =:= lists:usort([K || {K, _} <- ets:tab2list(T)]) end).
walk_empty() -> each(fun(Ty) -> T = ets:new(e, [Ty]), {ets:first(T), ets:last(T)} end).
walk_missing() -> T = with(set, [{a}]), try_(fun() -> ets:next(T, zzz) end).
fixed() -> T = with(set, [{K} || K <- lists:seq(1, 50)]), ets:safe_fixtable(T, true), F = ets:info(T, fixed), walk_delete(T, ets:first(T)), ets:safe_fixtable(T, false), {F, ets:info(T, fixed), ets:tab2list(T)}.
walk_delete(_, '$end_of_table') -> ok; walk_delete(T, K) -> ets:delete(T, K), walk_delete(T, ets:next(T, K)).
folds() -> T = with(ordered_set, [{K, K} || K <- lists:seq(1, 20)]), {ets:foldl(fun({K, _}, A) -> [K | A] end, [], T), ets:foldr(fun({K, _}, A) -> [K | A] end, [], T)}.
large() -> each(fun(Ty) -> T = with(Ty, [{K * 7919 rem 1009, K} || K <- lists:seq(1, 3000)]), [ets:delete(T, K) || K <- lists:seq(0, 1000, 3)], {ets:info(T, size), erlang:phash2(content(T))} end).
initialised() -> T = ets:new(it, [ordered_set]), ets:init_table(T, init_fun([[{1}, {2}], [{3}]])), ets:tab2list(T).
init_fun([]) -> fun(read) -> end_of_input; (close) -> ok end;
init_fun([H | R]) -> fun(read) -> {H, init_fun(R)}; (close) -> ok end.
shared_between() -> S = self(), T = ets:new(sb, [public]), [spawn(fun() -> [ets:update_counter(T, c, 1, {c, 0}) || _ <- lists:seq(1, 10)], S ! done end) || _ <- lists:seq(1, 5)], [next() || _ <- lists:seq(1, 5)], ets:tab2list(T).

%% ---- Matching

table() -> [{1, a, {x, 1}}, {2, b, {y, 2}}, {3, a, {x, 3}}, {4, c, [1, 2]}, {5, d, #{k => v}}, {6, 6, 6.0}, {7, "s", <<"b">>}].
patterns() -> T = with(ordered_set, table()), [try_(fun() -> {ets:match(T, P), ets:match_object(T, P)} end) || P <- ['_', '$1', {'$1', '_', '_'}, {'$2', '$1', '_'}, {'_', a, '$1'}, {'$1', '$2', {'$3', '$1'}}, {'$1', '$1', '_'}, {6, '_', 6}, {6.0, '_', '_'}, {'_', '_', ['$1' | '$2']}, {'_', '_', #{k => '$1'}}, {'_', '_', #{}}, {1}, x, {'$100', '$5', '_'}, [], {'_', "s", '_'}, {'$a', '_', '_'}]].
specs() -> T = with(ordered_set, table()), [{I, try_(fun() -> ets:select(T, S) end)} || {I, S} <- lists:zip(lists:seq(1, 35), [
    [], x, [x], [{'_', [], []}], [{'_', [], ['$_']}], [{'$1', [], ['$1']}], [{foo, [], ['$_']}], [{'$1', [], ['$2']}],
    [{{'$1', '_', '_'}, [{'>', '$1', 3}], ['$1']}], [{{'$1', '$2', '_'}, [{'==', '$2', '$1'}], [ok]}], [{{'$1', '_', '_'}, [{hd, '$1'}], [x]}],
    [{{'$1', '_', '_'}, [], [{hd, '$1'}]}], [{{'$1', '_', '_'}, [], [{hd, '$1'}, x]}], [{{'$1', '$2', '_'}, [], [{{'$2', '$1'}}]}],
    [{{'$1', '_', '_'}, [], [{}]}], [{{'$1', '_', '_'}, [], [{{}}]}], [{{'$1', '_', '_'}, [], [{'$1'}]}], [{{'$1', '_', '_'}, [], [[a, '$1', {const, '$1'}]]}],
    [{{'$1', '_', '_'}, [], [#{'$1' => {'+', '$1', 1}}]}], [{{'$1', '_', '$2'}, [], ['$$']}], [{{'$1', a, '_'}, [], [first]}, {{'$1', '_', '_'}, [{'<', '$1', 5}], [second]}],
    [{{'$1', '_', '_'}, [{'andalso', {is_integer, '$1'}, {'>', '$1', 2}}, {'orelse', {'<', '$1', 4}, {'=:=', '$1', 6}}], ['$1']}],
    [{{'$1', '_', '_'}, [{'not', {'==', '$1', 1}}, {'xor', true, {'==', '$1', 2}}], ['$1']}], [{{'$1', '_', '_'}, [{'and', '$1', true}], [x]}],
    [{{'$1', '$2', '$3'}, [{is_tuple, '$3'}], [{element, 1, '$3'}, {element, 2, '$3'}]}], [{{'$1', '_', '_'}, [], [{nofun, '$1'}]}], [{{'$1', '_', '_'}, x, ['$1']}],
    [{{'$1', '_', '_'}, [], x}], [{{'$1', '_', '_'}, []}], [{{'$1', '_', '$3'}, [{is_map_key, k, '$3'}], [{map_get, k, '$3'}]}], [{{'$1', '_', '_'}, [{'==', {self}, {self}}], [{node}]}],
    [{{'$1', '_', '_'}, [], [{is_record, '$_', 1, 3}]}], [{{'$1', '_', '_'}, [{'=:=', {'rem', '$1', 2}, 0}], [{'div', '$1', 2}]}], [{{'$1', '_', '_'}, [foo], [x]}], [{{'$1', '_', '_'}, [], ['_']}]])].
guards() -> T = with(set, [{1, x}]), [try_(fun() -> ets:select(T, [{{'$1', '$2'}, [], [list_to_tuple([F | A])]}]) end) || {F, A} <- [
    {'+', ['$1', 2]}, {'-', ['$1']}, {'*', ['$1', 3]}, {'/', ['$1', 2]}, {'div', [7, 2]}, {'rem', [7, 2]}, {'band', [7, 2]}, {'bor', [4, 1]}, {'bxor', [5, 1]}, {'bnot', [5]}, {'bsl', [1, 4]}, {'bsr', [16, 2]},
    {abs, [-5]}, {float, ['$1']}, {round, [1.6]}, {trunc, [1.6]}, {hd, [[{const, a}, b]]}, {tl, [[a, b]]}, {length, [[a, b]]}, {size, [{{a, b}}]}, {byte_size, [<<"abc">>]}, {bit_size, [<<1:3>>]}, {map_size, [#{}]}, {binary_part, [<<"abc">>, 1, 1]},
    {is_atom, ['$2']}, {is_list, [[]]}, {is_binary, [<<>>]}, {is_function, ['$1']}, {is_pid, ['$1']}, {is_port, ['$1']}, {is_reference, ['$1']}, {is_number, ['$1']}, {is_float, [1.0]}, {is_boolean, [true]}, {is_bitstring, [<<>>]}, {tuple_size, [{{}}]}, {ceil, [1.2]}, {floor, [1.2]}, {min, [1, 2]}, {'=<', [1, 1.0]}, {'>=', [1, 2]}, {'/=', [1, 1.0]}, {'=/=', [1, 1.0]}, {'++', ["a", "b"]}, {'/', [1, 0]}, {element, [3, {{a}}]}, {'and', [true]}, {'and', []}, {'or', [false, true, false]}, {'andalso', [true, 5]}, {'orelse', [false, 5]}, {'andalso', [5, true]}, {message, [x]}, {get_tcw, []}]].
parts() -> T = with(ordered_set, [{K} || K <- lists:seq(1, 10)]), [parts(ets:select(T, [{{'$1'}, [], ['$1']}], N), select) || N <- [1, 3, 5, 10, 11]] ++ [parts(ets:match(T, {'$1'}, 4), match), parts(ets:match_object(T, {'$1'}, 4), match_object), parts(ets:select_reverse(T, [{{'$1'}, [{'>', '$1', 3}], ['$1']}], 3), select_reverse)].
parts('$end_of_table', _) -> []; parts({L, C}, F) -> [L | parts(ets:F(C), F)].
parts_of_sets() -> each(fun(Ty) -> T = with(Ty, [{K rem 7, K} || K <- lists:seq(1, 50)]), lists:sort(lists:append(parts(ets:select(T, [{'$1', [], ['$1']}], 8), select))) =:= lists:sort(ets:tab2list(T)) end).
parts_empty() -> T = ets:new(pe, []), {ets:select(T, [{'_', [], ['$_']}], 5), ets:match(T, '_', 5), ets:select('$end_of_table'), try_(fun() -> ets:select(T, [{'_', [], ['$_']}], 0) end), try_(fun() -> ets:select(foo) end)}.
reversed() -> T = with(ordered_set, [{K} || K <- lists:seq(1, 5)]), ets:select_reverse(T, [{{'$1'}, [], ['$1']}]).
counting() -> each(fun(Ty) -> T = with(Ty, [{K, K rem 3} || K <- lists:seq(1, 30)]), {ets:select_count(T, [{{'_', 1}, [], [true]}]), ets:select_count(T, [{{'_', 1}, [], [x]}]), ets:select_delete(T, [{{'$1', 2}, [{'>', '$1', 10}], [true]}]), ets:select_delete(T, [{{'_', 0}, [], [false]}]), ets:info(T, size), ets:match_delete(T, {'_', 1}), ets:info(T, size)} end).
replacing() -> [begin T = with(Ty, [{K, K rem 3} || K <- lists:seq(1, 6)]), {[try_(fun() -> ets:select_replace(T, S) end) || S <- [[{{'$1', 1}, [], [{{'$1', one}}]}], [{{'$1', '$2'}, [], [{{'$2', '$1'}}]}], [{{'$1', 2}, [], ['$_']}], [{{3, '_'}, [], [{const, {3, three}}]}], [{{'$1', '_'}, [], [x]}], x]], content(T)} end || Ty <- [set, ordered_set, bag]].
fun2ms() -> T = with(ordered_set, table()), [ets:select(T, ets:fun2ms(fun({A, B, _}) when A > 2, is_atom(B) -> {B, A} end)), ets:select(T, ets:fun2ms(fun({A, _, {x, N}} = O) when N < A + 1 -> O end))].
test_ms() -> [ets:test_ms({1, 2}, [{{'$1', '$2'}, [{'<', '$1', '$2'}], ['$$']}]), ets:test_ms({2, 1}, [{{'$1', '$2'}, [{'<', '$1', '$2'}], ['$$']}])].
compiled() -> C = ets:match_spec_compile([{{'$1', '_'}, [{'>', '$1', 1}], ['$1']}]), {ets:is_compiled_ms(C), ets:is_compiled_ms(x), ets:match_spec_run([{1, a}, {2, b}, {3, c}, {4}], C), try_(fun() -> ets:match_spec_compile(x) end), try_(fun() -> ets:match_spec_run([{1}], make_ref()) end)}.
by_key() -> each(fun(Ty) -> T = with(Ty, [{a, 1}, {a, 2}, {b, 3}, {1, x}, {1.0, y}]), {ets:match(T, {a, '$1'}), ets:match_object(T, {b, '_'}), ets:match(T, {1, '$1'}), ets:match(T, {zz, '$1'}), ets:select(T, [{{b, '$1'}, [], ['$1']}, {{a, '_'}, [{'==', 1, 2}], [x]}])} end).

%% ---- Generated: specifications, and sequences of operations

rnd(N) -> {X, S} = rand:uniform_s(N, get(rnd)), put(rnd, S), X.
pick(L) -> lists:nth(rnd(length(L)), L).
generated(N) ->
    put(rnd, rand:seed_s(exsss, {N, 1, 2})), T = with(ordered_set, table()),
    Spec = [{head(), [guard(2) || _ <- lists:seq(2, rnd(3))], [body(2)]} || _ <- lists:seq(1, rnd(2))],
    R = try_(fun() -> ets:select(T, Spec) end), ets:delete(T), R.
head() -> pick(['_', '$1', {'$1', '$2', '$3'}, {'$1', '$2', '$3'}, {'$1', '$2', '$3'}, {'$1', a, {'$2', '$3'}}, {'$2', '_', {'$1', '$1'}}, {'$1', '$2', ['$3' | '_']}, {5, '$1', #{k => '$2'}}]).
variable() -> pick(['$1', '$2', '$3', '$_', '$$', '$1', '$1', '$2']).
value(0) -> pick([variable(), variable(), 0, 1, 2, 3, a, true, false, 1.5, [], "s", {const, {a, b}}, '$4']);
value(D) -> pick([value(0), {pick(['+', '-', '*', 'div', 'rem', '/']), value(D - 1), value(D - 1)}, {element, value(0), value(D - 1)}, {{value(D - 1), value(0)}}, [value(D - 1)], {pick([hd, tl, length, abs, size, map_size, trunc]), value(D - 1)}, guard(D - 1)]).
guard(0) -> {pick([is_atom, is_integer, is_tuple, is_list, is_map, is_float, is_number]), value(0)};
guard(D) -> pick([guard(0), {pick(['<', '>', '==', '=:=', '/=', '=/=', '=<', '>=']), value(D - 1), value(D - 1)}, {pick(['and', 'or', 'andalso', 'orelse', 'xor']), guard(D - 1), guard(D - 1)}, {'not', guard(D - 1)}, true]).
body(D) -> value(D).
operations(Type, N) ->
    put(rnd, rand:seed_s(exsss, {N, 3, 4})), T = ets:new(t, [Type]),
    R = [operation(T) || _ <- lists:seq(1, 60)] ++ [content(T), ets:info(T, size)], ets:delete(T), R.
key() -> pick([1, 2, 3, 1.0, 2.0, a, b, {1}, [x]]).
object() -> {key(), rnd(4)}.
operation(T) ->
    case rnd(12) of
        1 -> ets:insert(T, object());
        2 -> ets:insert(T, [object(), object()]);
        3 -> ets:insert_new(T, object());
        4 -> ets:lookup(T, key());
        5 -> ets:delete(T, key());
        6 -> ets:delete_object(T, object());
        7 -> ets:take(T, key());
        8 -> ets:member(T, key());
        9 -> try_(fun() -> ets:update_counter(T, key(), 1) end);
        10 -> try_(fun() -> ets:update_element(T, key(), {2, rnd(4)}) end);
        11 -> sort(ets:match(T, {'$1', rnd(4)}));
        12 -> ets:select_delete(T, [{{'_', rnd(4)}, [], [true]}])
    end.
