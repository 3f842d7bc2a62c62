%% Names: register/2, unregister/1, whereis/1, registered/0, sends and monitors by name, and the end
%% of a registered process.
-module(litmus_names).
-include("litmus.hrl").

%% Two processes of which one uses the name and the other looks at it or changes it.
race(Child, Own) ->
    C = child(fun() -> attempt(Child) end),
    Mine = attempt(Own),
    {Mine, answer(C)}.

%% The name is there or not yet.
race_register_whereis() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> whereis(litmus_name) =:= Self end).

%% One name, two processes: the second fails.
race_register_register_name() ->
    Waiting = waiting(),
    Self = self(),
    Result = race(fun() -> register(litmus_name, Self) end,
                  fun() -> register(litmus_name, Waiting) end),
    Waiting ! stop,
    Result.

%% One process, two names: the second fails.
race_register_register_process() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> register(litmus_other, Self) end).

%% A name that is not there cannot be unregistered.
race_register_unregister() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> unregister(litmus_name) end).

%% The name is taken until it is unregistered.
race_unregister_register() ->
    Waiting = waiting(),
    register(litmus_name, self()),
    Result = race(fun() -> unregister(litmus_name) end,
                  fun() -> register(litmus_name, Waiting) end),
    Waiting ! stop,
    Result.

%% A process has one name at most, so that a new one has to wait for the old one to go.
race_unregister_register_other_name() ->
    register(litmus_name, self()),
    race(fun() -> unregister(litmus_name) end,
         fun() -> register(litmus_other, self()) end).

%% Only one of them finds the name.
race_unregister_unregister() ->
    register(litmus_name, self()),
    race(fun() -> unregister(litmus_name) end,
         fun() -> unregister(litmus_name) end).

%% The name is there or not any more.
race_unregister_whereis() ->
    register(litmus_name, self()),
    race(fun() -> unregister(litmus_name) end,
         fun() -> whereis(litmus_name) =/= undefined end).

%% A send to a name fails before it is registered.
race_register_send() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> litmus_name ! m end).

%% A send to a name fails after it is unregistered.
race_unregister_send() ->
    register(litmus_name, self()),
    race(fun() -> unregister(litmus_name) end,
         fun() -> litmus_name ! m end).

%% A send to {Name, Node} never fails; the message is lost.
race_register_send_name_node() ->
    Self = self(),
    race(fun() -> {litmus_name, node()} ! m end,
         fun() -> register(litmus_name, Self) end),
    poll(m).

%% erlang:send/3 with a name fails before it is registered.
race_register_send_3() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> erlang:send(litmus_name, m, []) end).

%% The message goes to the process that has the name by then.
race_send_moves_with_name() ->
    Self = self(),
    register(litmus_name, Self),
    Child = child(fun() -> unregister(litmus_name), register(litmus_name, self()), next() end),
    attempt(fun() -> litmus_name ! m end),
    {Pid, _} = Child,
    Pid ! last,
    {poll(m), answer(Child)}.

%% A monitor by name before it is registered says noproc.
race_register_monitor() ->
    Pid = waiting(),
    Child = child(fun() -> register(litmus_name, Pid) end),
    Monitor = monitor(process, litmus_name),
    answer(Child),
    Pid ! stop,
    down(Monitor).

%% A monitor by name after it is unregistered says noproc.
race_unregister_monitor() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Child = child(fun() -> unregister(litmus_name) end),
    Monitor = monitor(process, litmus_name),
    answer(Child),
    Pid ! stop,
    down(Monitor).

%% All names, before and after.
race_register_registered() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> lists:member(litmus_name, registered()) end).

%% All names, before and after.
race_unregister_registered() ->
    register(litmus_name, self()),
    race(fun() -> unregister(litmus_name) end,
         fun() -> lists:member(litmus_name, registered()) end).

%% The name goes with the process.
race_exit_whereis() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Pid ! stop,
    whereis(litmus_name) =:= Pid.

%% A name that went with its process cannot be unregistered.
race_exit_unregister() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Pid ! stop,
    attempt(fun() -> unregister(litmus_name) end).

%% The name is free again when its process has ended.
race_exit_register_name() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Pid ! stop,
    attempt(fun() -> register(litmus_name, self()) end).

%% A process that has ended gets no name.
race_exit_register_exiting() ->
    Pid = spawn(fun() -> ok end),
    attempt(fun() -> register(litmus_name, Pid) end).

%% A send to a name fails when its process has ended.
race_exit_send() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Pid ! stop,
    attempt(fun() -> litmus_name ! m end).

%% A monitor by name, before or after the end.
race_exit_monitor() ->
    Pid = spawn(fun() -> next(), exit(boom) end),
    register(litmus_name, Pid),
    Pid ! stop,
    down(monitor(process, litmus_name)).

%% All names, before and after the end.
race_exit_registered() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Pid ! stop,
    lists:member(litmus_name, registered()).

%% A kill signal takes the name away, too.
race_kill_whereis() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Child = child(fun() -> exit(Pid, kill) end),
    Seen = whereis(litmus_name) =/= undefined,
    answer(Child),
    Seen.

%% A timer sends to a name: the message is lost if there is none by then.
race_timer_register() ->
    erlang:send_after(1, litmus_name, m),
    register(litmus_name, self()),
    receive m -> m after 20 -> lost end.

%% A timer sends to a name: the message is lost if it is gone by then.
race_timer_unregister() ->
    register(litmus_name, self()),
    erlang:send_after(1, litmus_name, m),
    unregister(litmus_name),
    receive m -> m after 20 -> lost end.

%% The name of a process, as process_info/2 tells it.
race_register_process_info() ->
    Self = self(),
    race(fun() -> register(litmus_name, Self) end,
         fun() -> process_info(self(), registered_name) end).

%% The message comes only if the name was there in time; otherwise its owner waits for ever.
race_stuck_register_send() ->
    Pid = spawn(fun() -> register(litmus_name, self()), next() end),
    attempt(fun() -> litmus_name ! m end),
    is_pid(Pid).

%% Two names.
commute_register_register() ->
    Pid = waiting(),
    race(fun() -> register(litmus_other, self()) end,
         fun() -> register(litmus_name, Pid) end),
    Pid ! stop.

%% The name is taken: both fail.
commute_register_taken() ->
    Waiting = waiting(),
    register(litmus_name, self()),
    Result = race(fun() -> register(litmus_name, Waiting) end,
                  fun() -> register(litmus_name, Waiting) end),
    Waiting ! stop,
    Result.

%% A name and a link are nothing to each other.
commute_register_link() ->
    Waiting = waiting(),
    C = child(fun() -> link(Waiting), unlink(Waiting), ok end),
    Mine = register(litmus_name, Waiting),
    Result = {Mine, answer(C)},
    Waiting ! stop,
    Result.

%% One name, two readers.
commute_whereis_whereis() ->
    register(litmus_name, self()),
    race(fun() -> is_pid(whereis(litmus_name)) end,
         fun() -> is_pid(whereis(litmus_name)) end).

%% A name that is registered and another that is asked for.
commute_register_whereis_other() ->
    race(fun() -> whereis(litmus_other) end,
         fun() -> register(litmus_name, self()) end).

%% Two names go.
commute_unregister_unregister() ->
    Pid = waiting(),
    register(litmus_name, self()),
    register(litmus_other, Pid),
    Result = race(fun() -> unregister(litmus_other) end,
                  fun() -> unregister(litmus_name) end),
    Pid ! stop,
    Result.

%% A send to the process itself needs no name.
commute_unregister_send_to_pid() ->
    Pid = waiting(),
    register(litmus_name, Pid),
    Result = race(fun() -> unregister(litmus_name) end,
                  fun() -> Pid ! hello end),
    Pid ! stop,
    Result.

%% Sends to two names.
commute_send_to_two_names() ->
    A = waiting(),
    B = waiting(),
    register(litmus_name, A),
    register(litmus_other, B),
    race(fun() -> litmus_other ! stop end,
         fun() -> litmus_name ! stop end).

%% The name goes before the 'DOWN' message comes.
commute_whereis_after_down() ->
    {Pid, Monitor} = spawn_monitor(fun next/0),
    register(litmus_name, Pid),
    Pid ! stop,
    down(Monitor),
    whereis(litmus_name).

%% The name of one process goes while another name is asked for.
commute_exit_whereis_other() ->
    register(litmus_name, self()),
    spawn(fun() -> register(litmus_other, self()) end),
    whereis(litmus_name) =:= self().
