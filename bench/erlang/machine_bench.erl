%% The same work for erl and for `heddle run`: each function does N units of it.
-module(machine_bench).
-export([fib/1, reverse/1, ping_pong/1, ring/1, map_update/1, ets/1, cpu/2]).

%% Milliseconds of CPU time on erl.
cpu(Function, N) ->
    ?MODULE:Function(N),
    {Before, _} = statistics(runtime),
    ?MODULE:Function(N),
    {After, _} = statistics(runtime),
    After - Before.

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

reverse(N) -> reverse(N, lists:seq(1, 1000)).
reverse(0, L) -> hd(L);
reverse(N, L) -> reverse(N - 1, rev(L, [])).
rev([], A) -> A;
rev([H | T], A) -> rev(T, [H | A]).

ping_pong(N) ->
    P = spawn(fun pong/0),
    ping(N, P).
ping(0, P) -> P ! stop, ok;
ping(N, P) -> P ! {self(), N}, receive N -> ping(N - 1, P) end.
pong() -> receive stop -> ok; {From, N} -> From ! N, pong() end.

ring(N) ->
    Me = self(),
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> pass(Next) end) end, Me, lists:seq(1, 100)),
    ring(N div 100, First).
ring(0, First) -> First ! stop, ok;
ring(N, First) -> First ! token, receive token -> ring(N - 1, First) end.
pass(Next) -> receive token -> Next ! token, pass(Next); stop -> Next ! stop end.

map_update(N) -> map_update(N, #{a => 0, b => 1, c => 2, d => 3}).
map_update(0, M) -> M;
map_update(N, #{a := A} = M) -> map_update(N - 1, M#{a := A + 1}).

ets(N) ->
    T = ets:new(t, [set]),
    ets(N, T).
ets(0, T) -> ets:info(T, size);
ets(N, T) -> ets:insert(T, {N band 1023, N}), [{_, N}] = ets:lookup(T, N band 1023), ets(N - 1, T).
