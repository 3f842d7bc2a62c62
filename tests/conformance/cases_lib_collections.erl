%% maps, sets, ordsets, orddict, dict, gb_trees, gb_sets, queue, array, proplists, digraph.
-module(cases_lib_collections).
-export([cases/0, graph/2, many/2]).

-import(conformance_generator, [calls/4, seed/1, value/1, one/1, below/1]).

cases() ->
    calls(maps, 1, 25, maps()) ++ calls(ordsets, 2, 25, set_table({make, fun ordsets:from_list/1, [keys()]})) ++
        calls(sets, 3, 25, set_table({make, fun sets:from_list/1, [keys()]})) ++
        calls(sets, 4, 25, set_table({make, fun(L) -> sets:from_list(L, [{version, 2}]) end, [keys()]})) ++
        calls(gb_sets, 5, 25, set_table({make, fun gb_sets:from_list/1, [keys()]}) ++ gb_sets()) ++
        calls(orddict, 6, 25, dict_table({make, fun orddict:from_list/1, [pairs()]})) ++ calls(dict, 7, 25, dict_table({make, fun dict:from_list/1, [pairs()]})) ++
        calls(sets, 13, 15, [{new, [{one, [[], [{version, 1}], [{version, 2}]]}]}, {from_list, [keys(), {one, [[], [{version, 1}], [{version, 2}], wrong]}]}]) ++
        calls(gb_trees, 8, 25, gb_trees()) ++ calls(queue, 9, 25, queues()) ++ calls(array, 10, 25, arrays()) ++ calls(proplists, 11, 25, proplists()) ++
        calls(?MODULE, 12, 40, [{graph, [{is, Q}, {int, 1, 100000}]} || Q <- graph_questions()]) ++
        [{?MODULE, many, [W, N]} || W <- [dict, sets, sets2, gb_trees, gb_sets, array, maps], N <- [0, 10, 33, 100, 700]].

keys() -> {list, key, 12}.
pairs() -> {list, pair, 12}.
f1() -> {one, [fun(V) -> {V} end, fun(V) -> V + 1 end]}.
f2() -> {one, [fun(_, V) -> [V] end, fun(K, V) -> {K, V} end, fun(K, V) -> K + V end]}.
test2() -> {one, [fun(_, V) -> V > 2 end, fun(K, _) -> is_atom(K) end, fun(_, _) -> false end]}.
test1() -> {one, [fun is_atom/1, fun(X) -> X > 2 end, fun(_) -> true end]}.
fold2() -> {one, [fun(X, A) -> [X | A] end, fun(X, _) -> X end]}.
fold3() -> {one, [fun(K, V, A) -> [{K, V} | A] end, fun(_, V, _) -> V end]}.
merge() -> {one, [fun(K, A, B) -> {K, A, B} end, fun(_, A, _) -> A end]}.

maps() ->
    M = {rarely, {make, fun maps:from_list/1, [{any, [pairs(), {list, {tuple, [term, term]}, 12}, {list, {tuple, [{int, 1, 500}, key]}, 80}]}]}, wrong},
    [{new, []}, {iterator, [M]}, {find, [key, M]}, {filter, [test2(), M]}, {filtermap, [{one, [fun(K, V) -> {true, {K, V}} end, fun(_, V) -> V > 2 end]}, M]}, {fold, [fold3(), {is, []}, M]},
     {foreach, [f2(), M]}, {from_keys, [keys(), small]}, {from_list, [{rarely, pairs(), keys()}]}, {get, [key, M]}, {get, [key, M, small]},
     {groups_from_list, [{one, [fun is_atom/1, fun(X) -> X end]}, keys()]}, {groups_from_list, [{is, fun is_atom/1}, f1(), keys()]}, {intersect, [M, M]},
     {intersect_with, [merge(), M, M]}, {is_key, [key, M]}, {keys, [M]}, {map, [f2(), M]}, {merge, [M, M]}, {merge_with, [merge(), M, M]}, {put, [key, small, M]},
     {remove, [key, M]}, {size, [M]}, {take, [key, M]}, {to_list, [M]}, {update, [key, small, M]}, {update_with, [key, f1(), M]}, {update_with, [key, f1(), small, M]},
     {values, [M]}, {with, [keys(), M]}, {without, [keys(), M]}, {next, [{make, fun maps:iterator/1, [{make, fun maps:from_list/1, [pairs()]}]}]}].

set_table(S) ->
    [{new, []}, {add_element, [key, S]}, {del_element, [key, S]}, {filter, [test1(), S]}, {fold, [fold2(), {is, []}, S]}, {from_list, [keys()]}, {intersection, [S, S]},
     {intersection, [{make, fun(A, B) -> [A, B, A] end, [S, S]}]}, {is_disjoint, [S, S]}, {is_element, [key, S]}, {is_set, [{any, [S, key, wrong]}]}, {is_subset, [S, S]},
     {is_empty, [S]}, {size, [S]}, {subtract, [S, S]}, {to_list, [S]}, {union, [S, S]}, {union, [{list, S, 4}]}].

gb_sets() ->
    S = {make, fun gb_sets:from_list/1, [keys()]},
    [{add, [key, S]}, {balance, [S]}, {delete, [key, S]}, {delete_any, [key, S]}, {difference, [S, S]}, {empty, []}, {from_ordset, [{make, fun lists:usort/1, [keys()]}]},
     {insert, [key, S]}, {is_member, [key, S]}, {iterator, [S]}, {iterator_from, [key, S]}, {largest, [S]}, {singleton, [key]}, {smallest, [S]}, {take_largest, [S]},
     {take_smallest, [S]}, {next, [{make, fun gb_sets:iterator/1, [S]}]}].

dict_table(D) ->
    [{new, []}, {append, [key, small, D]}, {append_list, [key, keys(), D]}, {erase, [key, D]}, {fetch, [key, D]}, {fetch_keys, [D]}, {filter, [test2(), D]}, {find, [key, D]},
     {fold, [fold3(), {is, []}, D]}, {from_list, [{rarely, pairs(), keys()}]}, {is_empty, [D]}, {is_key, [key, D]}, {map, [f2(), D]}, {merge, [merge(), D, D]}, {size, [D]},
     {store, [key, small, D]}, {take, [key, D]}, {to_list, [D]}, {update, [key, f1(), D]}, {update, [key, f1(), small, D]}, {update_counter, [key, small, D]}].

gb_trees() ->
    T = {make, fun(L) -> lists:foldl(fun({K, V}, A) -> gb_trees:enter(K, V, A) end, gb_trees:empty(), L) end, [pairs()]},
    [{empty, []}, {balance, [T]}, {delete, [key, T]}, {delete_any, [key, T]}, {enter, [key, small, T]}, {from_orddict, [{make, fun orddict:from_list/1, [pairs()]}]}, {get, [key, T]},
     {insert, [key, small, T]}, {is_defined, [key, T]}, {is_empty, [T]}, {iterator, [T]}, {iterator_from, [key, T]}, {keys, [T]}, {largest, [T]}, {lookup, [key, T]}, {map, [f2(), T]},
     {next, [{make, fun gb_trees:iterator/1, [T]}]}, {size, [T]}, {smallest, [T]}, {take, [key, T]}, {take_any, [key, T]}, {take_largest, [T]}, {take_smallest, [T]}, {to_list, [T]},
     {update, [key, small, T]}, {values, [T]}].

queues() ->
    Q = {rarely, {make, fun(A, B) -> lists:foldl(fun queue:in_r/2, lists:foldl(fun queue:in/2, queue:new(), A), B) end, [keys(), {list, key, 4}]}, wrong},
    [{new, []}] ++ [{F, [Q]} || F <- [len, is_empty, is_queue, to_list, reverse, out, out_r, get, get_r, peek, peek_r, drop, drop_r, head, tail, last, liat, init, lait, daeh]] ++
        [{F, [key, Q]} || F <- [in, in_r, cons, member, delete, delete_r]] ++
        [{snoc, [Q, key]}, {join, [Q, Q]}, {split, [{int, 0, 5}, Q]}, {from_list, [{rarely, keys(), wrong}]}, {filter, [{one, [fun is_atom/1, fun(X) -> [X, X] end, fun(_) -> [] end]}, Q]},
         {filtermap, [{one, [fun is_atom/1, fun(X) -> {true, {X}} end]}, Q]}, {fold, [fold2(), {is, []}, Q]}, {any, [test1(), Q]}, {all, [test1(), Q]}, {delete_with, [test1(), Q]},
         {delete_with_r, [test1(), Q]}].

arrays() ->
    A = {rarely, {make, fun(L, D) -> array:from_list(L, D) end, [{list, key, 30}, key]}, wrong},
    S = {make, fun(L) -> lists:foldl(fun({I, V}, A0) -> array:set(I, V, A0) end, array:new(), L) end, [{list, {tuple, [{int, 0, 120}, key]}, 6}]},
    I = {rarely, {int, 0, 40}, wrong},
    F = {one, [fun(Ix, V) -> {Ix, V} end, fun(Ix, _) -> Ix end]},
    [{new, []}, {new, [{any, [small, {one, [fixed, [{size, 5}, {default, x}], {fixed, false}, [fixed, 3], {size, -1}, foo]}]}]}, {new, [small, {one, [{default, 1}, fixed, [{fixed, false}]]}]},
     {default, [A]}, {fix, [A]}, {relax, [A]}, {is_fix, [A]}, {from_list, [{list, key, 30}]}, {from_list, [{rarely, {list, key, 30}, wrong}, key]}, {from_orddict, [{make, fun orddict:from_list/1, [{list, {tuple, [{int, 0, 30}, key]}}]}, key]}, {from_orddict, [{make, fun orddict:from_list/1, [{list, {tuple, [{int, 0, 30}, key]}}]}]},
     {get, [I, A]}, {get, [I, S]}, {set, [I, key, A]}, {set, [I, key, S]}, {reset, [I, A]}, {reset, [I, S]}, {resize, [A]}, {resize, [I, S]}, {size, [S]}, {is_array, [A]},
     {foldl, [fold3(), {is, []}, A]}, {foldr, [fold3(), {is, []}, S]}, {map, [F, A]}, {map, [F, S]}] ++
        [{G, [fold3(), {is, []}, S]} || G <- [sparse_foldl, sparse_foldr]] ++ [{sparse_map, [F, S]}] ++
        [{G, [S]} || G <- [to_list, sparse_to_list, to_orddict, sparse_to_orddict, sparse_size]].

proplists() ->
    L = {list, {any, [atom, {tuple, [atom, small]}, {tuple, [atom, {is, true}]}, {tuple, [atom, small, small]}, key]}},
    [{F, [atom, L]} || F <- [get_value, get_bool, get_all_values, lookup, lookup_all, is_defined, delete, append_values]] ++
        [{get_value, [atom, L, small]}, {get_keys, [L]}, {compact, [L]}, {unfold, [L]}, {to_map, [L]}, {property, [{tuple, [atom, {one, [true, 1]}]}]}, {property, [atom, small]},
         {split, [L, {list, atom, 3}]}, {expand, [{is, [{a, [b, {c, 1}]}, {{b, true}, [x]}]}, L]}, {substitute_aliases, [{is, [{a, b}, {c, d}]}, L]},
         {substitute_negations, [{is, [{a, b}, {c, d}]}, L]}, {normalize, [L, {is, [{aliases, [{a, b}]}, {expand, [{b, [c]}]}, {negations, [{d, e}]}]}]},
         {to_map, [L, {is, [{aliases, [{a, b}]}]}]}, {from_map, [{make, fun maps:from_list/1, [{list, {tuple, [atom, small]}}]}]}].

%% Digraphs with vertices 1..8; answers are sorted, edges without their names.
graph_questions() ->
    [sizes, reachable, reaching, neighbours, topsort, is_acyclic, is_tree, components, strong_components, cyclic_strong_components, path, short_path, cycle, short_cycle, subgraph, condensation,
     preorder, postorder, del_vertex, del_path, loop_vertices, arborescence_root, is_arborescence, acyclic].

graph(Question, Seed) ->
    seed(Seed),
    G = digraph:new(case Question of acyclic -> [acyclic]; _ -> [] end),
    [digraph:add_vertex(G, V, {label, V}) || V <- lists:seq(1, 8)],
    Added = [digraph:add_edge(G, 1 + below(8), 1 + below(8)) || _ <- lists:seq(1, 3 + below(9))],
    Answer = ask(Question, G, Added),
    digraph:delete(G),
    Answer.

ask(sizes, G, _) -> {digraph:no_vertices(G), digraph:no_edges(G), edges(G), lists:sort(digraph:vertices(G)), digraph:vertex(G, 3), digraph:vertex(G, 99),
                     lists:keydelete(memory, 1, digraph:info(G))};
ask(reachable, G, _) -> {lists:sort(digraph_utils:reachable([1], G)), lists:sort(digraph_utils:reachable_neighbours([1, 2], G))};
ask(reaching, G, _) -> {lists:sort(digraph_utils:reaching([1], G)), lists:sort(digraph_utils:reaching_neighbours([1], G))};
ask(neighbours, G, _) -> [{lists:sort(digraph:out_neighbours(G, V)), lists:sort(digraph:in_neighbours(G, V)), digraph:in_degree(G, V), digraph:out_degree(G, V)} || V <- lists:seq(1, 8)];
ask(topsort, G, _) -> is_list(digraph_utils:topsort(G));
ask(components, G, _) -> sorted(digraph_utils:components(G));
ask(strong_components, G, _) -> sorted(digraph_utils:strong_components(G));
ask(cyclic_strong_components, G, _) -> sorted(digraph_utils:cyclic_strong_components(G));
ask(path, G, _) -> [is_list(digraph:get_path(G, 1, V)) || V <- lists:seq(1, 8)];
ask(short_path, G, _) -> [case digraph:get_short_path(G, 1, V) of false -> false; P -> length(P) end || V <- lists:seq(1, 8)];
ask(cycle, G, _) -> [is_list(digraph:get_cycle(G, V)) || V <- lists:seq(1, 8)];
ask(short_cycle, G, _) -> [case digraph:get_short_cycle(G, V) of false -> false; P -> length(P) end || V <- lists:seq(1, 8)];
ask(subgraph, G, _) -> edges(digraph_utils:subgraph(G, [1, 2, 3, 4]));
ask(condensation, G, _) -> C = digraph_utils:condensation(G), {sorted(digraph:vertices(C)), digraph:no_edges(C)};
ask(preorder, G, _) -> lists:sort(digraph_utils:preorder(G));
ask(postorder, G, _) -> lists:sort(digraph_utils:postorder(G));
ask(del_vertex, G, _) -> digraph:del_vertex(G, 1), digraph:del_vertices(G, [2, 3]), edges(G);
ask(del_path, G, _) -> digraph:del_path(G, 1, 2), digraph:get_path(G, 1, 2);
ask(acyclic, G, Added) -> {[case A of {error, E} -> {bad, element(1, E)}; _ -> ok end || A <- Added], edges(G)};
ask(loop_vertices, G, _) -> lists:sort(digraph_utils:loop_vertices(G));
ask(F, G, _) -> digraph_utils:F(G).

edges(G) -> lists:sort([{A, B, L} || E <- digraph:edges(G), {_, A, B, L} <- [digraph:edge(G, E)]]).
sorted(Lists) -> lists:sort([lists:sort(L) || L <- Lists]).

%% Larger ones, with removals.
many(What, N) ->
    seed(N + 1),
    Adds = [{below(3 * N + 1), below(1000)} || _ <- lists:seq(1, N)],
    Removes = [below(3 * N + 1) || _ <- lists:seq(1, N div 2)],
    many(What, Adds, Removes).
many(dict, A, R) -> lists:foldl(fun dict:erase/2, lists:foldl(fun({K, V}, D) -> dict:store(K, V, D) end, dict:new(), A), R);
many(sets, A, R) -> lists:foldl(fun sets:del_element/2, sets:from_list(A ++ R), R);
many(sets2, A, R) -> lists:foldl(fun sets:del_element/2, sets:from_list(A ++ R, [{version, 2}]), R);
many(gb_trees, A, R) -> lists:foldl(fun gb_trees:delete_any/2, lists:foldl(fun({K, V}, D) -> gb_trees:enter(K, V, D) end, gb_trees:empty(), A), R);
many(gb_sets, A, R) -> lists:foldl(fun gb_sets:del_element/2, lists:foldl(fun gb_sets:add/2, gb_sets:new(), A ++ R), R);
many(array, A, R) -> lists:foldl(fun array:reset/2, lists:foldl(fun({K, V}, D) -> array:set(K, V, D) end, array:new(), A), [X || X <- R, X < length(A)]);
many(maps, A, R) -> lists:foldl(fun maps:remove/2, maps:from_list(A), R).
