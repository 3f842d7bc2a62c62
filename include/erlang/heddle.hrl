%% Macros for `heddle verify`. In a program that runs as usual they do nothing harmful.
%%
%%   ?label(L)                 this point of the program is called L
%%   ?label_mail(L)            the mailbox of this process is called L
%%   ?label_mail(L, Pid)       the mailbox of Pid is called L
%%   ?assert_uncoverable(N)    never N processes at this point at once (default 1)
%%   ?soter_error(Reason)      never reached
%%   ?soter_assert(E)          E is true whenever a process comes here
%%   ?any_bool() ?any_nat() ?any_peano() ?list_of(E) ?choice(List)
%%                             some value: the verifier considers all of them
%%   -uncoverable("a >= 2, b > 0").   bad: so many at the labels a and b at once
%%
%% The verifier compiles with SOTER; a search for a real execution compiles with HEDDLE_MONITOR.
-ifndef(HEDDLE_HRL).
-define(HEDDLE_HRL, 1).

-ifdef(SOTER).

-define(label(L), soter:label(L, ?LINE)).
-define(label_mail(L), soter:label_mail(L, self(), ?LINE)).
-define(label_mail(L, P), soter:label_mail(L, P, ?LINE)).
-define(assert_uncoverable(), soter:uncoverable(1, ?LINE)).
-define(assert_uncoverable(N), soter:uncoverable(N, ?LINE)).
-define(soter_error(R), soter:error(R, ?LINE)).
-define(soter_assert(E), case (E) of true -> ok; _ -> soter:error(assertion, ?LINE) end).
-define(choice(L), soter:choice(L)).
-define(any_bool(), soter:choice([true, false])).
-define(any_nat(), (fun(F) -> F(F) end)(fun(F) ->
    soter:choice(fun() -> 0 end, fun() -> F(F) + 1 end) end)).
-define(any_peano(), (fun(F) -> F(F) end)(fun(F) ->
    soter:choice(fun() -> zero end, fun() -> {succ, F(F)} end) end)).
-define(list_of(E), (fun(F) -> F(F) end)(fun(F) ->
    soter:choice(fun() -> [] end, fun() -> [(E) | F(F)] end) end)).

-else.
-ifdef(HEDDLE_MONITOR).

-define(label(L), heddle_monitor:label(L)).
-define(label_mail(L), heddle_monitor:label_mail(L, self())).
-define(label_mail(L, P), heddle_monitor:label_mail(L, P)).
-define(assert_uncoverable(), heddle_monitor:point(?MODULE, ?LINE)).
-define(assert_uncoverable(N), heddle_monitor:point(?MODULE, ?LINE)).
-define(soter_error(R), heddle_monitor:error(R, ?MODULE, ?LINE)).
-define(soter_assert(E), case (E) of true -> ok;
    _ -> heddle_monitor:error(assertion, ?MODULE, ?LINE) end).
-define(choice(L), heddle_monitor:choice(L, {?FILE, ?LINE})).
-define(any_bool(), heddle_monitor:choice([true, false], {?FILE, ?LINE})).
-define(any_nat(), heddle_monitor:any_nat({?FILE, ?LINE})).
-define(any_peano(), heddle_monitor:any_peano({?FILE, ?LINE})).
-define(list_of(E), heddle_monitor:list_of(fun() -> E end, {?FILE, ?LINE})).

-else.

-define(label(L), ok).
-define(label_mail(L), ok).
-define(label_mail(L, P), ok).
-define(assert_uncoverable(), ok).
-define(assert_uncoverable(N), ok).
-define(soter_error(R), erlang:error({soter_error, R})).
-define(soter_assert(E), case (E) of true -> ok; _ -> erlang:error(soter_assert) end).
-define(choice(L), (fun(Choices) -> lists:nth(rand:uniform(length(Choices)), Choices) end)(L)).
-define(any_bool(), (rand:uniform(2) =:= 1)).
-define(any_nat(), (rand:uniform(4) - 1)).
-define(any_peano(), lists:foldl(fun(_, P) -> {succ, P} end, zero,
    lists:seq(1, rand:uniform(4) - 1))).
-define(list_of(E), [(E) || _ <- lists:seq(1, rand:uniform(4) - 1)]).

-endif.
-endif.
-endif.
