%% A ticket office for a small hall, and its EUnit suite, which passes most of the time:
%%
%%     erlc +debug_info tickets.erl && erl -noshell -eval 'eunit:test(tickets, [verbose]), halt().'
%%     heddle check --eunit tickets --pa .
%%
%% Three tests hold in every interleaving. Two hold only in the usual one: first_come_test expects the
%% process that was started first to be served first, and refund_test buys what a refund sent by another
%% process may not have brought back yet.
-module(tickets).
-export([open/1, close/1, buy/1, refund/2, left/1]).

-include_lib("eunit/include/eunit.hrl").

open(Seats) -> spawn(fun() -> office(lists:seq(1, Seats)) end).

buy(Office) -> call(Office, buy).
left(Office) -> call(Office, left).
close(Office) -> call(Office, close).

%% Not answered, as letters are.
refund(Office, Seat) -> Office ! {refund, Seat}, ok.

call(Office, Request) ->
    Reference = make_ref(),
    Office ! {Request, self(), Reference},
    receive {Reference, Answer} -> Answer end.

office(Free) ->
    receive
        {buy, From, Reference} when Free =:= [] -> From ! {Reference, sold_out}, office(Free);
        {buy, From, Reference} -> From ! {Reference, hd(Free)}, office(tl(Free));
        {left, From, Reference} -> From ! {Reference, length(Free)}, office(Free);
        {refund, Seat} -> office(lists:sort([Seat | Free]));
        {close, From, Reference} -> From ! {Reference, ok}
    end.

%% The suite.

alone_test() ->
    Office = open(2),
    ?assertEqual([1, 2, sold_out], [buy(Office) || _ <- [1, 2, 3]]),
    refund(Office, 2),
    ?assertEqual(1, left(Office)),
    close(Office).

%% Two buyers never get the same seat.
different_seats_test() ->
    Office = open(2),
    {A, B} = two_buyers(Office),
    ?assertEqual([1, 2], lists:sort([A, B])),
    close(Office).

first_come_test() ->
    Office = open(2),
    ?assertEqual({1, 2}, two_buyers(Office)),
    close(Office).

refund_test() ->
    Office = open(1),
    Seat = buy(Office),
    spawn(fun() -> refund(Office, Seat) end),
    erlang:yield(),
    ?assertEqual(Seat, buy(Office)),
    close(Office).

%% A fixture: every test of the list has its own office.
last_seat_test_() ->
    {foreach, fun() -> open(1) end, fun close/1,
     [fun(Office) -> ?_assertMatch({1, sold_out}, {buy(Office), buy(Office)}) end,
      fun(Office) ->
          {"one of two buyers gets the last seat",
           fun() ->
               {A, B} = two_buyers(Office),
               ?assertEqual([1, sold_out], lists:sort([A, B]))
           end}
      end]}.

two_buyers(Office) ->
    Me = self(),
    spawn(fun() -> Me ! {first, buy(Office)} end),
    spawn(fun() -> Me ! {second, buy(Office)} end),
    {receive {first, A} -> A end, receive {second, B} -> B end}.
