%% What the macros of heddle.hrl call in a search for a real execution of a property's violation.
%%
%% A process that is at a label says so in its dictionary while it takes a step that is visible and
%% touches nothing; a mailbox that has a name is noted there for ever. The search reads both after
%% every step. Choices are races between two processes, so the scheduler makes them.
-module(heddle_monitor).
-export([label/1, label_mail/2, point/2, error/3, choice/2, any_nat/1, any_peano/1,
         list_of/2]).

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
    _ = persistent_term:get({'$heddle_at', Mark}, none),
    erase('$heddle_at'),
    ok.

text(Name) when is_atom(Name) -> Name;
text(Name) when is_list(Name) -> list_to_atom(Name).

%% Where: {File, Line} of the choice, which a step that touches nothing tells the reader of a trace
%% (cli/monitor_steps.hpp).
choice(Values, Where) -> chosen(one_of(Values), Where).

any_nat(Where) -> chosen(count(?MOST), Where).

any_peano(Where) -> chosen(peano(count(?MOST)), Where).

list_of(Element, Where) -> chosen([Element() || _ <- lists:seq(1, count(?MOST))], Where).

chosen(Value, Where) ->
    _ = persistent_term:get({'$heddle_chosen', Where, Value}, none),
    Value.

one_of([X]) -> X;
one_of([X | Rest]) ->
    case coin() of
        true -> X;
        false -> one_of(Rest)
    end.

coin() ->
    Coin = atomics:new(1, []),
    spawn(fun() -> atomics:put(Coin, 1, 1) end),
    atomics:get(Coin, 1) =:= 1.

count(0) -> 0;
count(N) ->
    case coin() of
        true -> 1 + count(N - 1);
        false -> 0
    end.

peano(0) -> zero;
peano(N) -> {succ, peano(N - 1)}.
