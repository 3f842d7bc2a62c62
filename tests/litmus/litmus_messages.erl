%% Deliveries of messages to one mailbox: their order decides what a receive takes.
-module(litmus_messages).
-include("litmus.hrl").

sender(To, Message) ->
    spawn(fun() -> To ! Message end).

%% Two deliveries: the receive takes the first.
race_send_send() ->
    sender(self(), a),
    sender(self(), b),
    First = next(),
    {First, next()}.

%% Three deliveries: any of them can be the first.
race_send_send_send() ->
    sender(self(), a),
    sender(self(), b),
    sender(self(), c),
    next().

%% A delivery from another process and one from the receiver itself.
race_send_to_self() ->
    sender(self(), a),
    self() ! b,
    next().

%% Both messages match one pattern, though not the other.
race_send_send_pattern() ->
    sender(self(), {x, 1}),
    sender(self(), {x, 2}),
    self() ! {y, 3},
    receive {x, N} -> N end.

%% The delivery against the look into the mailbox.
race_send_poll() ->
    sender(self(), a),
    poll(a).

%% erlang:send/2 delivers as ! does.
race_send_2_poll() ->
    Self = self(),
    spawn(fun() -> erlang:send(Self, a) end),
    poll(a).

%% erlang:send/3 delivers, too.
race_send_3_poll() ->
    Self = self(),
    spawn(fun() -> erlang:send(Self, a, [nosuspend, noconnect]) end),
    poll(a).

%% A send to {Name, Node} delivers to the owner of the name.
race_send_name_node_poll() ->
    register(litmus_name, self()),
    spawn(fun() -> {litmus_name, node()} ! a end),
    poll(a).

%% Two clients of one server: the server's order is what they are told.
race_two_clients() ->
    Server = spawn(fun() -> {_, A} = next(), A ! 1, {_, B} = next(), B ! 2 end),
    Child = child(fun() -> Server ! {call, self()}, next() end),
    Server ! {call, self()},
    Mine = receive N when is_integer(N) -> N end,
    {Mine, answer(Child)}.

%% A direct message against one that takes a way round.
race_send_forwarded() ->
    Self = self(),
    Forwarder = spawn(fun() -> Self ! next() end),
    Forwarder ! round,
    sender(Self, direct),
    next().

%% A message against an exit signal that has become a message.
race_send_exit_message() ->
    process_flag(trap_exit, true),
    spawn_link(fun() -> exit(boom) end),
    sender(self(), a),
    case next() of
        {'EXIT', _, Reason} -> Reason;
        a -> a
    end.

%% A message against a 'DOWN' message.
race_send_down_message() ->
    spawn_monitor(fun() -> exit(boom) end),
    sender(self(), a),
    case next() of
        {'DOWN', _, process, _, Reason} -> Reason;
        a -> a
    end.

%% A message against the expiry of a timer.
race_send_timer_message() ->
    erlang:send_after(1, self(), timer),
    sender(self(), a),
    next().

%% A message against the transfer of a table.
race_send_ets_transfer() ->
    Self = self(),
    spawn(fun() -> attempt(fun() -> ets:give_away(ets:new(t, []), Self, gift) end) end),
    sender(Self, a),
    case next() of
        {'ETS-TRANSFER', _, _, gift} -> gift;
        a -> a
    end.

%% The second receive waits for the message that the first may have taken.
race_stuck_taken() ->
    sender(self(), a),
    sender(self(), b),
    next(),
    receive a -> a end.

%% Two processes that wait for each other, unless the message is there already.
race_stuck_both_wait() ->
    Self = self(),
    Child = spawn(fun() -> Self ! request, receive request -> ok end end),
    case poll(request) of
        true -> Child ! request, told;
        false -> receive answer -> answer end
    end.

%% Messages to two processes.
commute_send_two_receivers() ->
    A = spawn(fun next/0),
    B = spawn(fun next/0),
    sender(B, b),
    A ! a.

%% The sends are ordered by a message between the senders, and delivery is instant.
commute_send_triangle() ->
    Self = self(),
    Second = spawn(fun() -> next(), Self ! b end),
    spawn(fun() -> Self ! a, Second ! go end),
    First = next(),
    {First, next()}.

%% A call and its answer are ordered.
commute_request_reply() ->
    Server = spawn(fun() -> {call, From} = next(), From ! reply end),
    Server ! {call, self()},
    next().

%% A pipeline: every message waits for the one before.
commute_pipeline() ->
    Self = self(),
    Last = spawn(fun() -> Self ! {last, next()} end),
    Middle = spawn(fun() -> Last ! {middle, next()} end),
    Middle ! first,
    next().

%% Two messages from one sender keep their order.
commute_two_from_one_sender() ->
    Self = self(),
    spawn(fun() -> Self ! a, Self ! b end),
    First = next(),
    {First, next()}.

%% Two pairs of processes that talk among themselves.
commute_two_conversations() ->
    spawn(fun() -> Echo = spawn(fun() -> next() ! echo end), Echo ! self(), next() end),
    Echo = spawn(fun() -> next() ! echo end),
    Echo ! self(),
    next().

%% Two deliveries that the receives tell apart.
commute_observed_two_tags() ->
    sender(self(), {1, a}),
    sender(self(), {2, b}),
    A = receive {1, X} -> X end,
    B = receive {2, Y} -> Y end,
    {A, B}.

%% Two answers that are taken by their references.
commute_observed_two_answers() ->
    A = child(fun() -> a end),
    B = child(fun() -> b end),
    {answer(A), answer(B)}.

%% Two deliveries that nobody looks at: the receiver waits for something else for ever.
commute_observed_stuck_never_received() ->
    Waiting = waiting(),
    sender(Waiting, a),
    sender(Waiting, b),
    ok.

%% Three deliveries, taken in an order of their own.
commute_observed_three_tags() ->
    sender(self(), {1, a}),
    sender(self(), {2, b}),
    sender(self(), {3, c}),
    B = receive {2, X} -> X end,
    A = receive {1, Y} -> Y end,
    C = receive {3, Z} -> Z end,
    {A, B, C}.
