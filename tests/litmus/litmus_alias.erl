%% Aliases: sends to them are lost when they are not active any more.
-module(litmus_alias).
-include("litmus.hrl").

%% A send to the alias by a child, while its owner does F; whether the message came.
race(Alias, F) ->
    Child = child(fun() -> Alias ! m end),
    Mine = F(Alias),
    answer(Child),
    {Mine, poll(m)}.

%% The message comes before the end of the alias or is lost.
race_send_unalias() -> race(alias(), fun unalias/1).

%% The message against a look into the mailbox.
race_send_poll() ->
    Alias = alias(),
    Child = child(fun() -> Alias ! m end),
    Seen = poll(m),
    answer(Child),
    Seen.

%% An alias for one reply: it is over with the message.
race_send_unalias_reply() -> race(alias([reply]), fun unalias/1).

%% An alias for one reply: the second is lost.
race_send_send_reply() ->
    Alias = alias([reply]),
    A = child(fun() -> Alias ! a end),
    B = child(fun() -> Alias ! b end),
    answer(A),
    answer(B),
    {poll(a), poll(b)}.

%% A message to the alias against one to the process.
race_send_send_to_process() ->
    Self = self(),
    Alias = alias(),
    A = child(fun() -> Alias ! a end),
    B = child(fun() -> Self ! b end),
    answer(A),
    answer(B),
    next().

%% The alias of a monitor ends with the demonitor.
race_send_demonitor() ->
    Pid = waiting(),
    Result = race(monitor(process, Pid, [{alias, demonitor}]), fun erlang:demonitor/1),
    Pid ! stop,
    Result.

%% The alias of a monitor that needs an unalias of its own.
race_send_demonitor_unalias() ->
    Pid = waiting(),
    Result = race(monitor(process, Pid, [{alias, explicit_unalias}]), fun erlang:unalias/1),
    Pid ! stop,
    Result.

%% The alias of a monitor ends with the 'DOWN' message.
race_send_down() ->
    Pid = waiting(),
    race(monitor(process, Pid, [{alias, demonitor}]), fun(Alias) -> Pid ! stop, down(Alias) end).

%% The reply ends the monitor, the 'DOWN' message ends the alias: one of them comes.
race_reply_demonitor_down() ->
    Pid = waiting(),
    Alias = monitor(process, Pid, [{alias, reply_demonitor}]),
    Child = child(fun() -> Alias ! m end),
    Pid ! stop,
    Result = receive m -> m; {'DOWN', Alias, _, _, Reason} -> Reason end,
    answer(Child),
    Result.

%% The reply ends the monitor: there is none to take away.
race_reply_demonitor_demonitor() ->
    Pid = waiting(),
    Result = race(monitor(process, Pid, [{alias, reply_demonitor}]),
                  fun(Alias) -> demonitor(Alias, [info]) end),
    Pid ! stop,
    Result.

%% A call with a timeout: a late reply is lost.
race_call_timeout() ->
    Alias = alias([reply]),
    Child = child(fun() -> Alias ! m end),
    Result = receive m -> m after 1 -> unalias(Alias) end,
    answer(Child),
    {Result, poll(m)}.

%% A reply that came too late is waited for in vain.
race_stuck_unalias() ->
    Alias = alias(),
    spawn(fun() -> Alias ! m end),
    unalias(Alias),
    receive m -> m end.

%% Aliases of two processes.
commute_unalias_unalias() ->
    spawn(fun() -> unalias(alias()) end),
    unalias(alias()).

%% A message to one alias and the end of another.
commute_send_unalias_other() ->
    Alias = alias(),
    Other = alias(),
    spawn(fun() -> Alias ! m end),
    unalias(Other),
    next().

%% A reply that is waited for.
commute_reply() ->
    Alias = alias([reply]),
    spawn(fun() -> Alias ! m end),
    next().

%% The end of an alias and a message to the process itself.
commute_unalias_send_to_process() ->
    Self = self(),
    Alias = alias(),
    spawn(fun() -> Self ! m end),
    unalias(Alias),
    next().

%% A late answer against the end of the monitor and the end of the server: only the answer races.
race_late_answer_demonitor_flush_end() ->
    Pid = spawn(fun() -> receive {_, Tag} -> spawn(fun() -> Tag ! {Tag, late} end) end end),
    Monitor = monitor(process, Pid, [{alias, demonitor}]),
    Pid ! {self(), Monitor},
    demonitor(Monitor, [flush]),
    poll().
