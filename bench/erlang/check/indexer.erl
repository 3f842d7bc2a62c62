%% N threads put four values each into a hash table of 128 places, by insert_new and linear probing
%% (Flanagan and Godefroid, POPL 2005; seed 002, table 3.1). Up to 11 threads never collide; then each
%% further thread meets three others: 8 classes for 12, 64 for 13, 512 for 14, 4,096 for 15.
-module(indexer).
-concuerror_options([{ignore_error, deadlock}]).
-export([test/0, t11/0, t12/0, t13/0, t14/0, t15/0]).

test() -> t12().
t11() -> indexer(11).
t12() -> indexer(12).
t13() -> indexer(13).
t14() -> indexer(14).
t15() -> indexer(15).

indexer(N) ->
    Table = ets:new(hash, [public]),
    run([fun() -> fill(Table, Thread, 1) end || Thread <- lists:seq(0, N - 1)]).

fill(_Table, _Thread, 5) -> ok;
fill(Table, Thread, M) ->
    Value = M * 11 + Thread,
    put_at(Table, Value * 7 rem 128, Value),
    fill(Table, Thread, M + 1).

put_at(Table, Place, Value) ->
    ets:insert_new(Table, {Place, Value}) orelse put_at(Table, (Place + 1) rem 128, Value).

%% As in readers.erl.
run(Works) ->
    [spawn(Work) || Work <- Works],
    receive after infinity -> ok end.
