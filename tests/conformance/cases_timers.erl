%% Timers and time. No case asks for more precision than a real clock has.
-module(cases_timers).
-export([cases/0]).
-compile([export_all, nowarn_export_all]).

cases() ->
    [{conformance_runner, alone, [?MODULE, F]}
     || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, helpers())].

helpers() -> [helpers, cases, module_info, next, all, idle, idle_loop, dead, timer_wait].

try_(F) -> try {ok, F()} catch C:R -> {C, R} end.
next() -> receive M -> M after 300 -> nothing end.
all() -> receive M -> [M | all()] after 300 -> [] end.

after_zero() -> receive x -> y after 0 -> z end.
after_some() -> receive x -> y after 20 -> z end.
after_bad() -> [try_(fun() -> receive x -> y after T -> z end end) || T <- [-1, a, 1 bsl 32, 1.0]].
after_with_other_messages() -> self() ! a, self() ! b, {receive x -> y after 10 -> z end, all()}.
sleeps() -> timer:sleep(10).
send_after_() -> erlang:send_after(10, self(), hello), next().
send_after_name() -> register(san, self()), erlang:send_after(10, san, hello), next().
send_after_no_name() -> erlang:send_after(10, nobody_has_it, hello), next().
send_after_zero() -> erlang:send_after(0, self(), hello), next().
send_after_late_name() -> erlang:send_after(30, saln, hello), register(saln, self()), next().
start_timer_() -> R = erlang:start_timer(10, self(), hello), receive {timeout, R, M} -> M after 100 -> nothing end.
order() -> erlang:send_after(60, self(), c), erlang:send_after(20, self(), a), erlang:send_after(40, self(), b), all().
cancel() -> R = erlang:send_after(5000, self(), x), T = erlang:cancel_timer(R), {T > 4000, T =< 5000, erlang:cancel_timer(R), next()}.
cancel_late() -> R = erlang:send_after(10, self(), x), M = next(), {M, erlang:cancel_timer(R)}.
cancel_no_info() -> R = erlang:send_after(5000, self(), x), {erlang:cancel_timer(R, [{info, false}]), next()}.
cancel_async() -> R = erlang:send_after(5000, self(), x), ok = erlang:cancel_timer(R, [{async, true}]),
    receive {cancel_timer, R, T} -> is_integer(T) after 100 -> nothing end.
cancel_async_unknown() -> R = make_ref(), ok = erlang:cancel_timer(R, [{async, true}]), receive {cancel_timer, R, T} -> T after 100 -> nothing end.
cancel_async_no_info() -> R = erlang:send_after(5000, self(), x), {erlang:cancel_timer(R, [{async, true}, {info, false}]), next()}.
cancel_unknown() -> erlang:cancel_timer(make_ref()).
cancel_bad() -> [try_(fun() -> erlang:cancel_timer(X, O) end) || {X, O} <- [{x, []}, {make_ref(), [x]}, {make_ref(), x}, {make_ref(), [{async, 1}]}]].
read() -> R = erlang:send_after(5000, self(), x), T = erlang:read_timer(R), {T > 4000, T =< 5000, is_integer(erlang:cancel_timer(R)), erlang:read_timer(R)}.
read_async() -> R = erlang:send_after(5000, self(), x), ok = erlang:read_timer(R, [{async, true}]), receive {read_timer, R, T} -> is_integer(T) after 100 -> nothing end.
read_bad() -> [try_(fun() -> erlang:read_timer(X) end) || X <- [x, 1]].
start_bad() -> [try_(fun() -> erlang:send_after(T, D, m) end) || {T, D} <- [{-1, self()}, {a, self()}, {1.0, self()}, {10, 1}, {10, "x"}]]
    ++ [try_(fun() -> erlang:start_timer(1, self(), m, O) end) || O <- [[x], x, [{abs, 1}]]].
absolute() -> T = erlang:monotonic_time(millisecond) + 20, erlang:send_after(T, self(), x, [{abs, true}]), next().
absolute_past() -> T = erlang:monotonic_time(millisecond) - 20, erlang:start_timer(T, self(), x, [{abs, true}]), element(3, next()).
receiver_dies() ->
    P = spawn(fun() -> receive stop -> ok end end), R = erlang:send_after(5000, P, x), M = monitor(process, P), P ! stop,
    receive {'DOWN', M, _, _, _} -> ok end, timer:sleep(5), {erlang:read_timer(R), erlang:cancel_timer(R)}.
maker_dies() -> S = self(), spawn(fun() -> erlang:send_after(20, S, from_the_dead) end), next().
to_other() -> S = self(), P = spawn(fun() -> receive M -> S ! {got, M} end end), erlang:send_after(10, P, x), next().
time_goes_on() -> A = erlang:monotonic_time(millisecond), timer:sleep(30), B = erlang:monotonic_time(millisecond), B - A >= 30.
system_time_goes_on() -> A = erlang:system_time(millisecond), timer:sleep(30), B = erlang:system_time(millisecond), B - A >= 29.
units() -> [is_integer(erlang:monotonic_time(U)) || U <- [second, millisecond, microsecond, nanosecond, native, 1000, perf_counter]].
bad_units() -> [try_(fun() -> erlang:monotonic_time(U) end) || U <- [0, -1, foo, 1.0]].
convert() -> [erlang:convert_time_unit(1500, millisecond, U) || U <- [second, microsecond, nanosecond, native, 10]].
now_increases() -> L = [erlang:now() || _ <- lists:seq(1, 50)], L =:= lists:usort(L).
timestamps() -> {A, B, C} = erlang:timestamp(), {D, E, F} = os:timestamp(), lists:all(fun is_integer/1, [A, B, C, D, E, F]).
dates() -> {{Y, M, D}, {H, Mi, S}} = erlang:universaltime(), {_, _, _} = date(), {_, _, _} = time(), {_, _} = erlang:localtime(),
    {Y > 2020, M >= 1 andalso M =< 12, D >= 1, H < 24, Mi < 60, S =< 60}.
posix() -> [erlang:posixtime_to_universaltime(T) || T <- [0, 1, 86399, 86400, 951782400, 1704067200, 4102444800]].
posix_back() -> [try_(fun() -> erlang:universaltime_to_posixtime(T) end) || T <- [{{1970, 1, 1}, {0, 0, 0}}, {{2000, 2, 29}, {12, 30, 15}}, {{2001, 2, 29}, {0, 0, 0}}, {{2000, 13, 1}, {0, 0, 0}}, x]].
calendar_() -> [calendar:universal_time_to_local_time({{2000, 2, 29}, {12, 30, 15}}), calendar:system_time_to_rfc3339(0, [{offset, "Z"}])].
tc() -> {T, V} = timer:tc(fun() -> 42 end), {is_integer(T), V}.
intervals() ->
    S = self(), P = spawn(fun() -> [begin timer:sleep(10), S ! N end || N <- [1, 2, 3]] end), link(P), [next(), next(), next(), next()].
two_sleepers() -> S = self(), spawn(fun() -> timer:sleep(60), S ! b end), spawn(fun() -> timer:sleep(20), S ! a end), [next(), next()].
timeout_is_renewed() -> S = self(), spawn(fun() -> timer:sleep(50), S ! ping end), {receive x -> 1 after 20 -> t1 end, receive ping -> pong after 200 -> t2 end}.
wakeups_do_not_restart_it() ->
    S = self(), spawn(fun() -> [begin timer:sleep(20), S ! other end || _ <- lists:seq(1, 10)] end),
    receive never -> ok after 90 -> ok end, length(element(2, process_info(self(), messages))) < 8.
statistics_() -> [try_(fun() -> tuple_size(statistics(X)) end) || X <- [runtime, wall_clock, reductions, garbage_collection, context_switches]] ++ [try_(fun() -> statistics(foo) end)].
system_infos() -> [erlang:system_info(X) || X <- [otp_release, version, machine, wordsize, {wordsize, external}, endian, process_limit, os_type, threads, smp_support]].
system_info_bad() -> [try_(fun() -> erlang:system_info(X) end) || X <- [foo, 1, {a, b}]].
nodes_() -> [node(), nodes(), nodes(this), nodes(known), nodes([this, visible]), nodes(hidden), erlang:is_alive(), node(self()), node(make_ref())].
env() -> [os:getenv("HEDDLE_NOT_SET"), os:putenv("HEDDLE_SET", "value"), os:getenv("HEDDLE_SET"), os:getenv("HEDDLE_NOT_SET", d), os:unsetenv("HEDDLE_SET"), os:getenv("HEDDLE_SET"), os:type()].
