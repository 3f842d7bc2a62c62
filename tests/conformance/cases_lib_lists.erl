%% lists: every exported function.
-module(cases_lib_lists).
-export([cases/0]).

cases() ->
    conformance_generator:calls(lists, 1, 25, table()) ++ conformance_generator:calls(lists, 2, 60, sorts()).

unary() -> {one, [fun(X) -> {X} end, fun(X) -> X end, fun(X) -> X + 1 end, fun is_atom/1]}.
test() -> {one, [fun is_integer/1, fun(X) -> X < 3 end, fun(_) -> true end, fun(_) -> false end, fun(X) -> X > a end, fun(X) -> X end]}.
step() -> {one, [fun(X, A) -> [X | A] end, fun(X, _) -> X end, fun(X, A) -> X + A end]}.
lists() -> {list, {list, key, 4}, 4}.
keys() -> {list, key}.
tuples() -> {rarely, {list, {any, [pair, pair, pair, {tuple, [key, small, small]}]}}, {list, {any, [pair, key]}}}.
numbers() -> {list, number}.

table() ->
    [{all, [test(), keys()]}, {any, [test(), keys()]}, {append, [lists()]}, {append, [keys(), keys()]}, {concat, [{list, {any, [atom, small, string, {is, 1.5}]}}]},
     {delete, [key, keys()]}, {droplast, [keys()]}, {dropwhile, [test(), keys()]}, {duplicate, [{rarely, small, wrong}, key]}, {enumerate, [keys()]},
     {enumerate, [{int, -3, 5}, keys()]}, {filter, [test(), keys()]},
     {filtermap, [{one, [fun is_atom/1, fun(X) -> {true, [X]} end, fun(X) -> X > 2 andalso {true, -X} end]}, keys()]},
     {flatlength, [{list, {any, [key, lists()]}}]}, {flatmap, [{one, [fun(X) -> [X, X] end, fun(_) -> [] end]}, keys()]}, {flatten, [{list, {any, [key, lists()]}}]},
     {flatten, [lists(), keys()]}, {foldl, [step(), {is, 0}, keys()]}, {foldr, [step(), {is, []}, keys()]}, {foreach, [unary(), keys()]},
     {join, [key, keys()]}, {keydelete, [key, {int, 0, 3}, tuples()]}, {keyfind, [key, {int, 0, 3}, tuples()]}, {keymap, [unary(), {int, 1, 2}, tuples()]},
     {keymember, [key, {int, 0, 3}, tuples()]}, {keyreplace, [key, {int, 0, 3}, tuples(), pair]}, {keysearch, [key, {int, 1, 3}, tuples()]},
     {keystore, [key, {int, 0, 3}, tuples(), pair]}, {keytake, [key, {int, 0, 3}, tuples()]}, {last, [keys()]}, {map, [unary(), keys()]},
     {mapfoldl, [{one, [fun(X, A) -> {{X}, A + 1} end, fun(X, A) -> {A, X} end]}, {is, 0}, keys()]},
     {mapfoldr, [{one, [fun(X, A) -> {{X}, A + 1} end, fun(X, A) -> {A, X} end]}, {is, 0}, keys()]}, {max, [keys()]}, {member, [key, keys()]}, {min, [keys()]},
     {nth, [{rarely, {int, 0, 6}, wrong}, keys()]}, {nthtail, [{int, 0, 6}, keys()]}, {partition, [test(), keys()]}, {prefix, [{list, small, 2}, {list, small, 3}]},
     {reverse, [keys()]}, {reverse, [keys(), {any, [keys(), key]}]}, {search, [test(), keys()]}, {seq, [{int, -3, 3}, {int, -5, 9}]},
     {seq, [{int, -3, 3}, {int, -5, 9}, {rarely, {int, -2, 3}, wrong}]}, {split, [{int, 0, 6}, keys()]}, {splitwith, [test(), keys()]}, {sublist, [keys(), {int, 0, 9}]},
     {sublist, [keys(), {int, 0, 5}, {int, 0, 9}]}, {subtract, [keys(), keys()]}, {suffix, [{list, small, 2}, {list, small, 3}]}, {sum, [{any, [numbers(), keys()]}]},
     {takewhile, [test(), keys()]}, {uniq, [keys()]}, {uniq, [unary(), keys()]}, {unzip, [{list, pair}]}, {unzip3, [{list, {tuple, [key, key, small]}}]},
     {zf, [fun_of(fun(X) -> is_integer(X) andalso {true, X * 2} end), keys()]}, {zip, [{list, key, 2}, {list, key, 2}]}, {zip3, [{list, key, 1}, {list, key, 1}, {list, key, 1}]},
     {zipwith, [fun_of(fun(A, B) -> {B, A} end), {list, key, 2}, {list, key, 2}]},
     {zipwith3, [fun_of(fun(A, B, C) -> [C, B, A] end), {list, key, 1}, {list, key, 1}, {list, key, 1}]}]
    ++ [{F, [wrong]} || F <- [append, concat, droplast, flatlength, flatten, last, max, min, reverse, sum, uniq, unzip, sort, usort, umerge, merge]]
    ++ [{F, [unary(), wrong]} || F <- [all, any, map, filter, foreach, flatmap, partition, dropwhile, takewhile, splitwith, search, sort]].

fun_of(F) -> {is, F}.

sorts() ->
    Order = {one, [fun(A, B) -> A =< B end, fun(A, B) -> A >= B end, fun(A, B) -> {is_atom(A), A} =< {is_atom(B), B} end, fun(_, _) -> true end]},
    Long = {any, [{list, key, 40}, {list, term, 20}, {list, small, 70}, numbers()]},
    Sorted = {make, fun lists:sort/1, [Long]},
    Unique = {make, fun lists:usort/1, [Long]},
    Pairs = {list, {any, [pair, {tuple, [key, key, term]}]}, 40},
    Keyed = {make, fun(L) -> lists:keysort(1, L) end, [Pairs]},
    UniqueKeyed = {make, fun(L) -> lists:ukeysort(1, L) end, [Pairs]},
    [{sort, [Long]}, {sort, [Order, Long]}, {usort, [Long]}, {usort, [Order, Long]}, {keysort, [{int, 1, 2}, Pairs]}, {ukeysort, [{int, 1, 2}, Pairs]},
     {merge, [{list, Sorted, 5}]}, {merge, [Sorted, Sorted]}, {merge, [Order, Sorted, Sorted]}, {merge3, [Sorted, Sorted, Sorted]}, {rmerge, [Sorted, Sorted]}, {rmerge3, [Sorted, Sorted, Sorted]},
     {umerge, [{list, Unique, 5}]}, {umerge, [Unique, Unique]}, {umerge, [Order, Unique, Unique]}, {umerge3, [Unique, Unique, Unique]}, {rumerge, [Unique, Unique]},
     {rmerge, [Order, Sorted, Sorted]}, {rumerge, [Order, Unique, Unique]}, {rumerge3, [Unique, Unique, Unique]},
     {keymerge, [{is, 1}, Keyed, Keyed]}, {rkeymerge, [{is, 1}, Keyed, Keyed]}, {ukeymerge, [{is, 1}, UniqueKeyed, UniqueKeyed]}, {rukeymerge, [{is, 1}, UniqueKeyed, UniqueKeyed]}].
