%% What is left: dictionaries seen from outside, the environment, numbers that grow.
-module(litmus_dictionary_and_misc).
-include("litmus.hrl").

%% Two operations on the environment, which has no variable LITMUS at first.
race(First, Second) ->
    {Child, Own} = ?SIDES(First, Second),
    os:unsetenv("LITMUS"),
    C = child(Child),
    Mine = Own(),
    Theirs = answer(C),
    Last = os:getenv("LITMUS"),
    os:unsetenv("LITMUS"),
    {Mine, Theirs, Last}.

set(Value) -> fun() -> os:putenv("LITMUS", Value) end.

%% No value before, the value after.
race_putenv_getenv() -> race(set("a"), fun() -> os:getenv("LITMUS") end).

%% The last value stays.
race_putenv_putenv() -> race(set("a"), set("b")).

%% The variable goes, or comes after.
race_putenv_unsetenv() -> race(set("a"), fun() -> os:unsetenv("LITMUS") end).

%% All variables.
race_putenv_env() -> race(set("a"), fun() -> lists:member("LITMUS=a", os:getenv()) end).

%% Strictly growing numbers tell who was first.
race_unique_integer_monotonic() ->
    Child = child(fun() -> erlang:unique_integer([monotonic]) end),
    Mine = erlang:unique_integer([monotonic]),
    Mine < answer(Child).

%% The dictionary belongs to the process, but others can look at it.
race_put_process_info() ->
    Child = {Pid, _} = child(fun() ->
        self() ! m,
        receive m -> put(key, 1) end,
        receive stop -> ok end
    end),
    {dictionary, Dictionary} = process_info(Pid, dictionary),
    Pid ! stop,
    answer(Child),
    Dictionary.

%% Two values, one after the other, seen from outside.
race_put_put_process_info() ->
    Child = {Pid, _} = child(fun() ->
        put(key, 1),
        self() ! m,
        receive m -> put(key, 2) end,
        receive stop -> ok end
    end),
    {dictionary, Dictionary} = process_info(Pid, dictionary),
    Pid ! stop,
    answer(Child),
    Dictionary.

%% A server that keeps its state in its loop: the order of a write and a read.
race_server_write_read() ->
    Server = spawn(fun() -> server(0) end),
    Child = child(fun() -> Server ! {write, 1} end),
    Server ! {read, self()},
    Seen = receive {value, Value} -> Value end,
    answer(Child),
    Server ! stop,
    Seen.

server(State) ->
    receive
        {write, New} -> server(New);
        {read, From} -> From ! {value, State}, server(State);
        stop -> ok
    end.

%% A lock made of a process: who has it first writes first.
race_lock() ->
    Lock = spawn(fun() -> lock(), lock() end),
    Ref = atomics:new(1, []),
    Child = child(fun() -> locked(Lock, fun() -> atomics:exchange(Ref, 1, 1) end) end),
    Mine = locked(Lock, fun() -> atomics:exchange(Ref, 1, 2) end),
    {Mine, answer(Child)}.

lock() ->
    Owner = receive {acquire, From} -> From end,
    Owner ! granted,
    receive {release, Owner} -> ok end.

locked(Lock, F) ->
    Lock ! {acquire, self()},
    receive granted -> ok end,
    Result = F(),
    Lock ! {release, self()},
    Result.

%% Two locks in two orders: the one who has none or one of them waits for ever.
race_stuck_two_locks() ->
    A = spawn(fun one_lock/0),
    B = spawn(fun one_lock/0),
    spawn(fun() -> take(B), take(A) end),
    take(A),
    take(B),
    done.

%% A lock that is never released.
one_lock() ->
    receive {take, From} -> From ! taken end.

take(Lock) ->
    Lock ! {take, self()},
    receive taken -> ok end.

%% Dictionaries of two processes.
commute_put_put() ->
    spawn(fun() -> put(key, 1), put(key, 2) end),
    put(key, 3),
    get(key).

%% Work of their own.
commute_local_work() ->
    spawn(fun() -> lists:sort([3, 1, 2]) end),
    lists:sort([6, 5, 4]).

%% References are unique without an order.
commute_make_ref() ->
    spawn(fun() -> make_ref() end),
    is_reference(make_ref()).

%% Numbers that are only unique, without an order.
commute_unique_integer() ->
    spawn(fun() -> erlang:unique_integer() end),
    is_integer(erlang:unique_integer()).

%% Two readers of one variable.
commute_getenv_getenv() ->
    race(fun() -> os:getenv("LITMUS") end, fun() -> os:getenv("LITMUS") end).

%% Two variables.
commute_putenv_putenv() ->
    Result = race(set("a"), fun() -> os:putenv("LITMUS_OTHER", "b") end),
    os:unsetenv("LITMUS_OTHER"),
    Result.

%% A look at the dictionary of another process that does nothing.
commute_process_info_dictionary() ->
    Self = self(),
    Pid = spawn(fun() -> put(key, 1), Self ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    {dictionary, Dictionary} = process_info(Pid, dictionary),
    Pid ! stop,
    Dictionary.
