%% process_info of another process against what that process does, or what is done to it.
-module(litmus_process_info).
-include("litmus.hrl").

info(Pid, Item) ->
    case process_info(Pid, Item) of
        {Item, Value} -> Value;
        Other -> Other
    end.

%% A waiting process is looked at while a child does something to it.
race(Child, Item) ->
    Pid = waiting(),
    C = child(fun() -> Child(Pid) end),
    Seen = info(Pid, Item),
    answer(C),
    Pid ! stop,
    Seen.

%% A child does something and then waits, while it is looked at.
race_own(F, Item) ->
    Child = {Pid, _} = child(fun() -> F(), receive stop -> ok end end),
    Seen = info(Pid, Item),
    Pid ! stop,
    answer(Child),
    Seen.

%% The number of messages before or after a delivery.
race_send_message_queue_len() -> race(fun(Pid) -> Pid ! m end, message_queue_len).

%% The messages before or after a delivery.
race_send_messages() -> race(fun(Pid) -> Pid ! m end, messages).

%% The messages, among other items.
race_send_list_of_items() -> race(fun(Pid) -> Pid ! m end, [trap_exit, message_queue_len]).

%% The messages, among the items that process_info/1 tells.
race_send_process_info_1() ->
    Pid = waiting(),
    Child = child(fun() -> Pid ! m end),
    Seen = proplists:get_value(message_queue_len, process_info(Pid)),
    answer(Child),
    Pid ! stop,
    Seen.

%% The order of the messages, seen from outside.
race_send_send_messages() ->
    Pid = waiting(),
    Child = child(fun() -> Pid ! a end),
    Pid ! b,
    answer(Child),
    Seen = info(Pid, messages),
    Pid ! stop,
    Seen.

%% The own mailbox.
race_send_own_messages() ->
    Self = self(),
    Child = child(fun() -> Self ! m end),
    Seen = [m || m <- info(Self, messages)],
    answer(Child),
    Seen.

%% A message is taken.
race_receive_message_queue_len() ->
    Pid = spawn(fun() -> receive m -> ok end, receive stop -> ok end end),
    Pid ! m,
    Seen = info(Pid, message_queue_len),
    Pid ! stop,
    Seen.

%% A message that comes by a timer.
race_expiry_message_queue_len() ->
    Pid = waiting(),
    erlang:send_after(1, Pid, m),
    Seen = info(Pid, message_queue_len),
    Pid ! stop,
    Seen.

%% A message that a signal has become.
race_exit_2_message_queue_len() ->
    Self = self(),
    Pid = spawn(fun() -> process_flag(trap_exit, true), Self ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    Child = child(fun() -> exit(Pid, boom) end),
    Seen = info(Pid, message_queue_len),
    answer(Child),
    Pid ! stop,
    Seen.

%% A 'DOWN' message.
race_down_message_queue_len() ->
    spawn_monitor(fun() -> ok end),
    info(self(), message_queue_len).

%% The links of a process while it is linked to.
race_link_links() ->
    length(race(fun(Pid) -> link(Pid), unlink(Pid) end, links)).

%% The monitors on a process while there is one.
race_monitor_monitored_by() ->
    Watch = fun(Pid) -> Monitor = monitor(process, Pid), demonitor(Monitor) end,
    length(race(Watch, monitored_by)).

%% The name of a process while it gets one.
race_register_registered_name() ->
    race(fun(Pid) -> register(litmus_name, Pid) end, registered_name).

%% The name of a process while it loses it.
race_unregister_registered_name() ->
    race(fun(Pid) -> register(litmus_name, Pid), unregister(litmus_name) end, registered_name).

%% The group leader of a process while it gets a new one.
race_group_leader_group_leader() ->
    Self = self(),
    race(fun(Pid) -> group_leader(Self, Pid) end, group_leader) =:= Self.

%% The flag of a process while it sets it.
race_process_flag_trap_exit() -> race_own(fun() -> process_flag(trap_exit, true) end, trap_exit).

%% The monitors of a process while it sets one.
race_monitor_monitors() ->
    Self = self(),
    length(race_own(fun() -> monitor(process, Self) end, monitors)).

%% The dictionary of a process, before and after a step of it.
race_put_dictionary() ->
    race_own(fun() -> self() ! m, receive m -> put(key, 1) end end, dictionary).

%% The dictionary of a process, from which a key goes.
race_erase_dictionary() ->
    race_own(fun() -> put(key, 1), self() ! m, receive m -> erase(key) end end, dictionary).

%% A process waits, or it does not any more.
race_status() ->
    Self = self(),
    Pid = spawn(fun() -> receive go -> Self ! ready end end),
    Pid ! go,
    Seen = info(Pid, status) =:= waiting,
    receive ready -> Seen end.

%% What a process does: it waits here, or there.
race_current_function() ->
    Pid = spawn(fun wait_here/0),
    Pid ! go,
    Seen = info(Pid, current_function) =:= {?MODULE, wait_there, 0},
    Pid ! stop,
    Seen.

wait_here() ->
    receive go -> wait_there() end,
    ok.

wait_there() ->
    receive stop -> ok end,
    ok.

%% A process that ends has no messages to count.
race_end_message_queue_len() ->
    Pid = spawn(fun() -> ok end),
    info(Pid, message_queue_len).

%% A process that ends has no state.
race_end_list_of_items() ->
    Pid = spawn(fun() -> ok end),
    info(Pid, [trap_exit, registered_name]).

%% A process that ends tells nothing to process_info/1.
race_end_process_info_1() ->
    Pid = spawn(fun() -> ok end),
    process_info(Pid) =:= undefined.

%% A process that is killed tells nothing.
race_kill_status() ->
    Pid = waiting(),
    Child = child(fun() -> exit(Pid, kill) end),
    Seen = info(Pid, status) =:= undefined,
    answer(Child),
    Seen.

%% Two look at one process.
commute_two_look() ->
    race(fun(Pid) -> info(Pid, trap_exit) end, message_queue_len).

%% Two look at the messages of one process.
commute_two_look_at_messages() ->
    race(fun(Pid) -> info(Pid, messages) end, messages).

%% The flag of a process and a message to it.
commute_send_trap_exit() -> race(fun(Pid) -> Pid ! m end, trap_exit).

%% The links of a process and a message to it.
commute_send_links() -> race(fun(Pid) -> Pid ! m end, links).

%% The name of a process and a message to it.
commute_send_registered_name() -> race(fun(Pid) -> Pid ! m end, registered_name).

%% The messages of one process and a message to another.
commute_send_other_message_queue_len() ->
    Other = waiting(),
    race(fun(_) -> Other ! stop end, message_queue_len).

%% The messages of a process and its links.
commute_link_message_queue_len() -> race(fun(Pid) -> link(Pid), unlink(Pid) end, message_queue_len).

%% Each looks at itself.
commute_self_self() ->
    spawn(fun() -> info(self(), message_queue_len) end),
    info(self(), message_queue_len).

%% A message that is taken away without a receive.
race_flush_message_queue_len() ->
    Self = self(),
    Child = {Pid, _} = child(fun() ->
        {_, Monitor} = spawn_monitor(fun() -> Self ! ended end),
        receive go -> ok end,
        demonitor(Monitor, [flush]),
        receive stop -> ok end
    end),
    receive ended -> ok end,
    Pid ! go,
    Seen = info(Pid, message_queue_len),
    Pid ! stop,
    answer(Child),
    Seen.

%% A message wakes who hibernates.
race_current_function_wake() ->
    Self = self(),
    P = spawn(fun() -> erlang:hibernate(erlang, send, [Self, awake]) end),
    spawn(fun() -> P ! wake end),
    {current_function, {M, F, _}} = process_info(P, current_function),
    {M, F}.
