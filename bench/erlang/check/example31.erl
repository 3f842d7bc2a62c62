%% The processes p, q, r and s of figure 3.1 of seed 002, whose way depends on the scheduling, and the
%% version of figure 6.1 in which s looks at y only if it has found z set. 7 and 5 classes.
%%
%% And both in N stages, one behind the other: where s finds z set but y written, it starts the next
%% stage. That one class of the seven (five) is replaced by those of the next stage: 6N + 1 (4N + 1)
%% classes, 43, 49, 55 (29, 33, 37) for 7, 8, 9, as in section 3.5 (table 3.1). Source DPOR goes into
%% sleep-set-blocked runs there, exponentially many in N.
-module(example31).
-export([test/0, t31/0, t61/0, t31_7/0, t31_8/0, t31_9/0, t61_7/0, t61_8/0, t61_9/0]).

test() -> t31().
t31() -> stages(always, 1).
t61() -> stages(late, 1).
t31_7() -> stages(always, 7).
t31_8() -> stages(always, 8).
t31_9() -> stages(always, 9).
t61_7() -> stages(late, 7).
t61_8() -> stages(late, 8).
t61_9() -> stages(late, 9).

stages(When, N) ->
    T = ets:new(variables, [public]),
    ets:insert(T, [{{Name, I}, 0} || Name <- [x, y, z], I <- lists:seq(1, N)]),
    First = stage(T, When, 1, N, self()),
    First ! token,
    receive token -> ok end.

%% Starts a stage; the token given to the process returned comes out at Next after the whole stage and
%% all stages that it has started.
stage(T, When, I, N, Next) ->
    S = spawn(fun() -> s(T, When, I, N, Next) end),
    R = spawn(fun() -> r(T, I), pass(S) end),
    Q = spawn(fun() -> set(T, y, I), pass(R) end),
    spawn(fun() -> get(T, x, I), pass(Q) end).

r(T, I) ->
    case get(T, y, I) of
        0 -> set(T, z, I);
        1 -> ok
    end.

s(T, When, I, N, Next) ->
    Z = get(T, z, I),
    Y = if When =:= always; Z =:= 1 -> get(T, y, I); true -> none end,
    case {Z, Y} of
        {1, 0} -> set(T, x, I), pass(Next);
        {1, 1} when I < N -> pass(stage(T, When, I + 1, N, Next));
        _ -> pass(Next)
    end.

pass(Next) -> receive token -> Next ! token end.

get(T, Name, I) -> ets:lookup_element(T, {Name, I}, 2).
set(T, Name, I) -> ets:insert(T, {{Name, I}, 1}).
