%% What the macros of heddle.hrl call in a search for a real execution of a property's violation.
%%
%% A process that is at a label says so in its dictionary while it takes a step that is visible and
%% touches nothing; a mailbox that has a name is noted there for ever. The search reads both after
%% every step. Choices are races between two processes, so the scheduler makes them.
-module(heddle_monitor).
-export([label/1, label_mail/2, point/2, error/3, choice/1, any_nat/0, any_peano/0, list_of/1]).

%% Numbers and lists of the search are at most so large.
-define(MOST, 3).

label(Name) -> at({label, text(Name)}).

point(Module, Line) -> at({point, Module, Line}).

error(Reason, Module, Line) ->
    at({error, Module, Line}),
    erlang:error({soter_error, Reason}).

label_mail(Name, Pid) ->
    put({'$heddle_mail', text(Name), Pid}, true),
    ok.

at(Mark) ->
    put('$heddle_at', Mark),
    _ = persistent_term:get('$heddle_at', none),
    erase('$heddle_at'),
    ok.

text(Name) when is_atom(Name) -> Name;
text(Name) when is_list(Name) -> list_to_atom(Name).

choice([X]) -> X;
choice([X | Rest]) ->
    case coin() of
        true -> X;
        false -> choice(Rest)
    end.

coin() ->
    Coin = atomics:new(1, []),
    spawn(fun() -> atomics:put(Coin, 1, 1) end),
    atomics:get(Coin, 1) =:= 1.

any_nat() -> count(?MOST).

count(0) -> 0;
count(N) ->
    case coin() of
        true -> 1 + count(N - 1);
        false -> 0
    end.

any_peano() -> peano(any_nat()).

peano(0) -> zero;
peano(N) -> {succ, peano(N - 1)}.

list_of(Element) -> [Element() || _ <- lists:seq(1, any_nat())].
