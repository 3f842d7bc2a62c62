#!/usr/bin/env bash
# --timeouts idle: time goes on only when nobody can do anything else.
source "$(dirname "$0")/lib.bash"

cat >idle.erl <<'EOF'
-module(idle).
-export([sleeps/0, same_time/0, clock/0, forever/0]).
sleeps() ->
    Self = self(),
    spawn(fun() -> timer:sleep(100), Self ! late end),
    timer:sleep(200),
    receive late -> ok after 0 -> error(too_early) end.
same_time() ->
    Self = self(),
    [spawn(fun() -> timer:sleep(10), Self ! X end) || X <- [a, b]],
    {a, b} = {receive X -> X end, receive Y -> Y end}.
clock() ->
    Before = erlang:monotonic_time(millisecond),
    timer:sleep(20),
    {ok, _} = timer:send_after(30, go),
    receive go -> ok end,
    50 = erlang:monotonic_time(millisecond) - Before.
forever() ->
    timer:sleep(1000),
    forever().
EOF

check "a sleep lets all happen that can"
run check idle.erl -t sleeps
expect_status 1
run check idle.erl -t sleeps --timeouts idle
expect_status 0
grep -q 'interleavings  *1$' out || fail "one order is all there is"

check "what is due at the same time comes in any order; the report shows the clock, and it replays"
run check idle.erl -t same_time --timeouts idle
expect_status 1
grep -q 'clock  *nobody can go on: it is 10 ms' out || fail "the clock is not shown"
run replay heddle-trace.json
expect_status 1

check "all processes are told the same time"
run check idle.erl -t clock --timeouts idle
expect_status 0

check "a program that sleeps for ever reaches the length bound"
run check idle.erl -t forever --timeouts idle --bound length:50
expect_status 3
run check idle.erl -t forever --timeouts idle --show_races --memory 200
expect_status 3
run check idle.erl -t forever --timeouts idle --outcomes --memory 200
expect_status 3
expect_out "cut off by length bound 10000"

check "what was explored with another notion of time is not resumed"
run check idle.erl -t same_time --timeouts idle --checkpoint point --keep_going -i 1
run check idle.erl -t same_time --resume point --keep_going
expect_status 2

passed
