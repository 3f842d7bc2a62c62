%% Group leaders: who sets them, who asks, who inherits.
-module(litmus_group_leader).
-include("litmus.hrl").

%% The leader before or after.
race_set_get() ->
    Self = self(),
    Child = child(fun() -> group_leader(self(), Self), receive stop -> ok end end),
    Mine = group_leader() =:= element(1, Child),
    element(1, Child) ! stop,
    answer(Child),
    Mine.

%% The last leader stays.
race_set_set() ->
    Self = self(),
    Child = child(fun() -> group_leader(self(), Self) end),
    group_leader(Self, Self),
    answer(Child),
    group_leader() =:= Self.

%% A child inherits the leader of its parent by then.
race_set_spawn() ->
    Self = self(),
    Child = child(fun() -> group_leader(Self, Self) end),
    Second = child(fun() -> group_leader() =:= Self end),
    answer(Child),
    answer(Second).

%% The leader, as process_info/2 tells it.
race_set_process_info() ->
    Self = self(),
    Pid = waiting(),
    Child = child(fun() -> group_leader(Self, Pid) end),
    Seen = process_info(Pid, group_leader) =:= {group_leader, Self},
    answer(Child),
    Pid ! stop,
    Seen.

%% A process that has ended gets no leader.
race_set_end() ->
    Pid = spawn(fun() -> ok end),
    attempt(fun() -> group_leader(self(), Pid) end).

%% A process that is killed gets no leader.
race_set_kill() ->
    Pid = waiting(),
    Child = child(fun() -> exit(Pid, kill) end),
    Mine = attempt(fun() -> group_leader(self(), Pid) end),
    answer(Child),
    Mine.

%% A message to the leader goes to the one that is set by then.
race_set_send() ->
    Self = self(),
    Old = spawn(fun() -> receive m -> exit(old) after 5 -> ok end end),
    group_leader(Old, Self),
    Child = child(fun() -> group_leader(Self, Self) end),
    group_leader() ! m,
    answer(Child),
    poll(m).

%% A request for output against another message to the leader.
race_io_request_send() ->
    Self = self(),
    Child = child(fun() -> group_leader(Self, self()), io:put_chars("text") end),
    spawn(fun() -> Self ! m end),
    Seen = next(),
    receive
        {io_request, From, Id, _} -> From ! {io_reply, Id, ok};
        m -> ok
    end,
    case Seen of
        {io_request, Client, Tag, _} -> Client ! {io_reply, Tag, ok}, answer(Child), io;
        m -> answer(Child), m
    end.

%% Two ask for their own leaders.
commute_get_get() ->
    spawn(fun() -> is_pid(group_leader()) end),
    is_pid(group_leader()).

%% Two set their own leaders.
commute_set_set() ->
    spawn(fun() -> group_leader(self(), self()) end),
    group_leader(self(), self()).

%% One sets its leader, the other asks for its own.
commute_set_get_other() ->
    spawn(fun() -> group_leader(self(), self()) end),
    is_pid(group_leader()).

%% The leader of a process and a message to it.
commute_set_send() ->
    Self = self(),
    spawn(fun() -> Self ! m end),
    group_leader(Self, Self),
    next().
