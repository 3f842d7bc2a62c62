%% How many interleavings there are: small families of tests that grow in different ways, each with its
%% formula. docs/how-big.md has the numbers.
%%
%%     heddle check sizes.erl -t orders_6_test
-module(sizes).
-export([test/0]).
-export([names_2_test/0, names_4_test/0, names_6_test/0, names_8_test/0]).
-export([last_2_test/0, last_4_test/0, last_6_test/0, last_8_test/0]).
-export([pairs_2_test/0, pairs_4_test/0, pairs_6_test/0, pairs_8_test/0]).
-export([steps_2_test/0, steps_4_test/0, steps_6_test/0, steps_8_test/0]).
-export([orders_2_test/0, orders_4_test/0, orders_6_test/0, orders_8_test/0]).

test() -> orders(4).

%% Messages of n processes, each received by its name: no receive could take another one. 1
names_2_test() -> names(2).
names_4_test() -> names(4).
names_6_test() -> names(6).
names_8_test() -> names(8).

names(N) ->
    Me = self(),
    [spawn(fun() -> Me ! {I, hello} end) || I <- lists:seq(1, N)],
    [receive {I, hello} -> ok end || I <- lists:seq(1, N)].

%% Everybody writes the same key, and somebody looks afterwards: who was last is all there is to see. n
last_2_test() -> last(2).
last_4_test() -> last(4).
last_6_test() -> last(6).
last_8_test() -> last(8).

last(N) ->
    Table = ets:new(table, [public]),
    together(N, fun(I) -> ets:insert(Table, {key, I}) end),
    ets:lookup(Table, key).

%% n pairs of processes, and in each pair one is first, whatever the others do. 2^n
pairs_2_test() -> pairs(2).
pairs_4_test() -> pairs(4).
pairs_6_test() -> pairs(6).
pairs_8_test() -> pairs(8).

pairs(N) ->
    Table = ets:new(table, [public]),
    together(2 * N, fun(I) -> ets:insert_new(Table, {(I + 1) div 2, I}) end).

%% Two processes that take n steps each on the same counter. (2n)! / (n! n!)
steps_2_test() -> steps(2).
steps_4_test() -> steps(4).
steps_6_test() -> steps(6).
steps_8_test() -> steps(8).

steps(N) ->
    Counter = atomics:new(1, []),
    together(2, fun(_) -> [atomics:add_get(Counter, 1, 1) || _ <- lists:seq(1, N)] end).

%% Messages of n processes that one receive takes as they come. n!
orders_2_test() -> orders(2).
orders_4_test() -> orders(4).
orders_6_test() -> orders(6).
orders_8_test() -> orders(8).

orders(N) ->
    Me = self(),
    [spawn(fun() -> Me ! I end) || I <- lists:seq(1, N)],
    [receive I -> I end || _ <- lists:seq(1, N)].

%% Runs Work(1) to Work(N), each in a process, and waits for all of them.
together(N, Work) ->
    Me = self(),
    [spawn(fun() -> Work(I), Me ! {done, I} end) || I <- lists:seq(1, N)],
    [receive {done, I} -> ok end || I <- lists:seq(1, N)].
