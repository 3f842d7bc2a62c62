%% Receives, their patterns, guards and timeouts, against deliveries.
-module(litmus_receive).
-include("litmus.hrl").

sender(To, Message) ->
    spawn(fun() -> To ! Message end).

%% The timeout against the delivery.
race_after_send() ->
    sender(self(), a),
    receive a -> a after 1 -> timeout end.

%% With a timeout of 0 the receive looks once.
race_after_0_send() ->
    sender(self(), a),
    receive a -> a after 0 -> timeout end.

%% Another message in the mailbox does not stop the timeout.
race_after_send_with_noise() ->
    self() ! noise,
    sender(self(), a),
    receive a -> a after 1 -> timeout end.

%% The message that came too late is there for the next receive.
race_after_late_message() ->
    sender(self(), a),
    receive
        a -> early
    after 1 ->
        receive a -> late end
    end.

%% The length of the timeout was in a message.
race_after_variable() ->
    self() ! {wait, 1},
    Time = receive {wait, T} -> T end,
    sender(self(), a),
    receive a -> a after Time -> timeout end.

%% A receive that only waits: what others do meanwhile is done or not.
race_after_only() ->
    sender(self(), a),
    receive after 1 -> ok end,
    poll(a).

%% Two timeouts in two processes: either ends first.
race_after_after() ->
    Self = self(),
    spawn(fun() -> receive after 1 -> Self ! a end end),
    spawn(fun() -> receive after 1 -> Self ! b end end),
    next().

%% Each of two processes sends only if it was not sent to in time.
race_after_each_other() ->
    Self = self(),
    Child = child(fun() -> receive m -> got after 1 -> Self ! m, sent end end),
    {Pid, _} = Child,
    Mine = receive m -> got after 1 -> Pid ! m, sent end,
    {Mine, answer(Child)}.

%% The guard lets both messages pass.
race_guard_both() ->
    sender(self(), {n, 1}),
    sender(self(), {n, 2}),
    receive {n, N} when N > 0 -> N end.

%% The guard lets one message pass; the timeout is the other way on.
race_guard_one() ->
    sender(self(), {n, 5}),
    self() ! {n, 0},
    receive {n, N} when N > 0 -> N after 1 -> timeout end.

%% The guard compares with a value from an earlier receive.
race_guard_earlier_value() ->
    sender(self(), {n, 1}),
    sender(self(), {n, 2}),
    {n, First} = next(),
    receive {n, N} when N < First -> smaller after 0 -> not_smaller end.

%% Two clauses, each for one of the messages: the mailbox decides, not the order of the clauses.
race_two_clauses() ->
    sender(self(), {a, 1}),
    sender(self(), {b, 2}),
    receive
        {a, _} -> a;
        {b, _} -> b
    end.

%% The first clause matches both messages, the second clause one.
race_overlapping_clauses() ->
    sender(self(), {x, y}),
    sender(self(), {z, y}),
    receive
        {x, _} -> first;
        {_, y} -> second
    end.

%% A variable bound by the first receive is in the pattern of the second.
race_bound_in_pattern() ->
    sender(self(), {a, 1}),
    sender(self(), {b, 2}),
    Key = receive {K, _} -> K end,
    receive {Key, _} -> again after 0 -> {only, Key} end.

%% A map in the pattern.
race_map_pattern() ->
    sender(self(), #{k => 1}),
    sender(self(), #{k => 2}),
    receive #{k := Value} -> Value end.

%% A binary in the pattern.
race_binary_pattern() ->
    sender(self(), <<"x1">>),
    sender(self(), <<"x2">>),
    receive <<"x", Rest/binary>> -> Rest end.

%% A list in the pattern.
race_list_pattern() ->
    sender(self(), [1, a]),
    sender(self(), [1, b]),
    receive [1 | Rest] -> Rest end.

%% One message, two looks.
race_two_looks() ->
    sender(self(), a),
    First = poll(a),
    {First, poll(a)}.

%% Emptying the mailbox finds what is there by then.
race_flush() ->
    sender(self(), a),
    sender(self(), b),
    length(flush([])).

flush(Messages) ->
    receive
        Message -> flush([Message | Messages])
    after 0 -> Messages
    end.

%% The reference is younger than the receive's mark: the answer against the timeout.
race_reply_timeout() ->
    Server = spawn(fun() -> {call, From, Tag} = next(), From ! {Tag, reply} end),
    Ref = make_ref(),
    Server ! {call, self(), Ref},
    receive {Ref, Reply} -> Reply after 1 -> timeout end.

%% The answer to a call that was given up stays in the mailbox.
race_reply_left_over() ->
    Server = spawn(fun() -> {call, From, Tag} = next(), From ! {Tag, reply} end),
    Ref = make_ref(),
    Server ! {call, self(), Ref},
    receive {Ref, _} -> in_time after 1 -> {late, poll({Ref, reply})} end.

%% The receive after the timeout has other patterns.
race_after_then_other_pattern() ->
    sender(self(), a),
    self() ! b,
    receive
        a -> {a, poll(b)}
    after 1 -> {timeout, next()}
    end.

%% A process that hibernates wakes up with the first message.
race_hibernate() ->
    Self = self(),
    Child = spawn(fun() -> erlang:hibernate(?MODULE, forward, [Self]) end),
    sender(Child, a),
    Child ! b,
    receive {woken, Message} -> Message end.

forward(To) ->
    To ! {woken, next()}.

%% The look against the message that comes after a hibernation.
race_hibernate_poll() ->
    Self = self(),
    Child = spawn(fun() -> erlang:hibernate(?MODULE, forward, [Self]) end),
    Child ! a,
    poll({woken, a}).

%% Told in time, it ends; told too late, it waits for ever.
race_stuck_after_infinity() ->
    sender(self(), stop),
    case poll(stop) of
        true -> stopped;
        false -> receive after infinity -> ok end
    end.

%% The wrong message first: the receive for it again waits for ever.
race_stuck_wrong_clause() ->
    sender(self(), a),
    sender(self(), b),
    receive
        a -> receive b -> b end;
        b -> receive b -> never end
    end.

%% A timeout without anybody to send.
commute_after_alone() ->
    receive after 1 -> ok end.

%% Two processes with timeouts of their own.
commute_after_after() ->
    spawn(fun() -> receive after 1 -> ok end end),
    receive after 1 -> ok end.

%% Two processes that look into their own mailboxes.
commute_poll_poll() ->
    spawn(fun() -> self() ! a, poll(a) end),
    self() ! a,
    poll(a).

%% A hibernation that ends with the only message there is.
commute_hibernate() ->
    Self = self(),
    Child = spawn(fun() -> erlang:hibernate(?MODULE, forward, [Self]) end),
    Child ! a,
    next().

%% The guards tell the two deliveries apart.
commute_observed_guards() ->
    sender(self(), 1),
    sender(self(), 2),
    A = receive N when N < 2 -> N end,
    B = receive M when M > 1 -> M end,
    {A, B}.

%% A delivery that the receive passes over.
commute_observed_receive_other() ->
    self() ! a,
    sender(self(), b),
    A = receive a -> a end,
    {A, receive b -> b end}.

%% A look for something else than what comes.
commute_observed_poll_other() ->
    sender(self(), b),
    Seen = poll(a),
    {Seen, receive b -> b end}.

%% Keys in maps tell the two deliveries apart.
commute_observed_map_keys() ->
    sender(self(), #{a => 1}),
    sender(self(), #{b => 2}),
    A = receive #{a := X} -> X end,
    B = receive #{b := Y} -> Y end,
    {A, B}.

%% Only one of the messages fits; the other is taken in the end.
commute_observed_noise() ->
    sender(self(), noise),
    sender(self(), {signal, 1}),
    N = receive {signal, X} -> X end,
    receive noise -> N end.

%% A time that is none is an error when the wait begins, unless the message is there by then.
race_bad_timeout() ->
    Self = self(),
    spawn(fun() -> Self ! m end),
    Time = binary_to_term(term_to_binary(-1)),
    attempt(fun() -> receive m -> m after Time -> none end end).

%% A guard may ask who receives.
race_guard_asks_self() ->
    sender(self(), {to, self(), 1}),
    sender(self(), {to, self(), 2}),
    receive {to, P, X} when P =:= self() -> X end.

commute_observed_guard_asks_self() ->
    Other = spawn(fun() -> ok end),
    sender(self(), {to, Other, 1}),
    sender(self(), {to, self(), 2}),
    A = receive {to, P, X} when P =:= self() -> X end,
    B = receive {to, _, Y} -> Y end,
    {A, B}.
