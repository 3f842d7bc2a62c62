# What check takes for granted about messages, time, libraries and built-ins can be chosen, and the verdict says so.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
command -v erlc >/dev/null || { echo "skipped: erlc is not installed"; exit 0; }

cat >choices.erl <<'ERL'
-module(choices).
-export([polled/0, started/0, told/0, unlinked/0, overtaken/0, timers/0, counted/0, missing/0, native/0, large/0, shutdown/0, left/0, linked/0, called/0, named/0, flushed/0, crashing/0, covered/0]).

%% The second process tells the third that the first one has sent it something.
overtaken() ->
    Self = self(),
    Third = spawn(fun() -> receive A -> receive B -> Self ! {A, B} end end end),
    Second = spawn(fun() -> receive go -> Third ! second end end),
    Third ! first,
    Second ! go,
    receive {first, second} -> ok end.

timers() ->
    erlang:send_after(10, self(), early),
    erlang:send_after(20, self(), late),
    receive Message -> early = Message end.

bump(Table) ->
    [{n, N}] = ets:lookup(Table, n),
    ets:insert(Table, {n, N + 1}),
    ok.

counted() ->
    Table = ets:new(t, [public]),
    ets:insert(Table, {n, 0}),
    Children = [spawn_monitor(fun() -> bump(Table) end) || _ <- [1, 2]],
    [receive {'DOWN', Ref, _, _, _} -> ok end || {_, Ref} <- Children],
    [{n, 2}] = ets:lookup(Table, n).

missing() ->
    {'EXIT', _} = (catch native()),
    self().
native() -> erlang:nif_error(undefined).

large() ->
    length(lists:seq(1, 10000000)).

shutdown() ->
    spawn(fun() -> exit(shutdown) end).

left() ->
    spawn(fun() -> receive {stop, _} -> ok end end).

linked() ->
    [spawn_link(fun() -> receive stop -> ok end end) || _ <- [1, 2]],
    exit(crash).

%% None of the messages, or one of them: when the other one comes makes no difference.
polled() ->
    Polls = spawn(fun() -> receive _ -> ok after 0 -> ok end end),
    [spawn(fun() -> Polls ! N end) || N <- [1, 2]].

started() ->
    application:start(crypto),
    application:stop(crypto).

told() ->
    io:format(standard_error, "told", []),
    receive never -> ok end.

unlinked() ->
    [unlink(spawn_link(fun() -> ok end)) || _ <- [1, 2]].

called() ->
    3 = rpc:call(node(), erlang, '+', [1, 2]),
    {'EXIT', gone} = erpc:call(node(), fun() -> catch exit(gone) end),
    {ok, made, _} = compile:forms([{attribute, 1, module, made}]),
    ok.

%% Only one of them gets the name, whoever it is.
named() ->
    Self = self(),
    [spawn(fun() -> Self ! global:register_name(one, self()) end) || _ <- [1, 2]],
    yes = receive Answer -> Answer end.

%% As on erl: also a message that only looks like that of a monitor, and only the first one.
flushed() ->
    Ref = make_ref(),
    [self() ! {'DOWN', Ref, process, self(), N} || N <- [1, 2]],
    true = erlang:demonitor(Ref, [flush]),
    receive {'DOWN', Ref, _, _, N} -> 2 = N end.

covered() -> false = cover:is_compiled(lists).

crashing() ->
    {_, Ref} = spawn_monitor(fun() -> exit(boom) end),
    receive {'DOWN', Ref, _, _, boom} -> ok end.
ERL

check "messages of different senders are not overtaken unless delivery takes time"
run check choices.erl -t overtaken
expect_status 0
run check choices.erl -t overtaken --instant_delivery false
expect_status 1
expect_out "arrives at P.1"
run replay heddle-trace.json
expect_status 1
expect_out "reproduced"
run check choices.erl -t overtaken --instant_delivery maybe
expect_status 2

check "timers in the order in which they are due"
run check choices.erl -t timers
expect_status 1
run check choices.erl -t timers --timeouts virtual
expect_status 0

check "a library function as one step"
run check choices.erl -t counted
expect_status 1
run check choices.erl -t counted --visible choices:bump/1
expect_status 0
expect_row interleavings 2
run check choices.erl -t counted --visible choices:bump/7
expect_refusal "choices:bump/7" "no such function"

check "a function in C that is not there: its name and the line; or asked of erl, and said so"
run check choices.erl -t missing
expect_refusal "choices:missing/0 (choices.erl:31)" "choices:native/0"
run check choices.erl -t missing --unknown-bif pure
expect_status 3
expect_equal "cut off by" "the assumption that choices:native/0 is pure" "$(row 'cut off by')"

check "orders that make no difference are not tried"
run check choices.erl -t polled
expect_out "interleavings      3"
run check choices.erl -t unlinked
expect_out "interleavings      1"

check "services are started within a step, and told of only if somebody asked them for something"
run check choices.erl -t started
expect_status 0
run check choices.erl -t told
expect_status 1
expect_out "Waiting at the end"
expect_not_out "standard_error  for"
run replay heddle-trace.json
expect_status 1

check "processes that make a call or compile for somebody end with the result, which is no crash"
run check choices.erl -t called
expect_status 0

check "global names are given by OTP's own server"
run check choices.erl -t named
expect_status 1
expect_out "{badmatch,no}"

check "the memory of a run"
run check choices.erl -t large --memory 64
expect_refusal "64 MiB" "--memory"

check "tips, patterns in the words of the source, and one error for those that died together"
run check choices.erl -t shutdown
expect_out "Tip: " "--treat_as_normal shutdown"
run check choices.erl -t left
expect_out "for {stop, _}" "Tip: "
run check choices.erl -t linked
expect_out "and with it P.1, P.2 by links"
expect_row errors 1

check "demonitor flushes what a process has sent to itself"
for dpor in none optimal observers; do
  run check choices.erl -t flushed --dpor $dpor
  expect_status 0
done
erlc choices.erl && erl -noshell -eval '2 = choices:flushed(), halt(0).' || fail "erl does something else"

check "servers of OTP that a test starts by asking them may wait for ever"
run check choices.erl -t covered --timeouts idle
expect_status 0

check "a test that means a process to crash is told how to say so"
run check choices.erl -t crashing
expect_status 1
expect_out "Other processes than the first one crash"
run check choices.erl -t crashing --first_process_errors_only
expect_status 0

check "a name that is given, used and looked at twice: what the send finds decides which mailbox it touches"
cat >names.erl <<'ERL'
-module(names).
-export([test/0]).

test() ->
    Self = self(),
    child(fun() -> register(name, Self) end),
    child(fun() -> try name ! hello, sent catch error:badarg -> nobody end end),
    child(fun() -> whereis(name) =/= undefined end),
    child(fun() -> whereis(name) =/= undefined end),
    [receive {N, Seen} -> Seen end || N <- [1, 2, 3, 4]].

child(F) ->
    Parent = self(),
    N = case get(children) of undefined -> 1; Before -> Before + 1 end,
    put(children, N),
    spawn(fun() -> Parent ! {N, F()} end).
ERL
for dpor in persistent source optimal observers; do
  # Each of the three sees the name or not: all eight can be seen.
  for jobs in 1 3; do
    run check names.erl --dpor $dpor --outcomes --jobs $jobs
    expect_out "8 outcomes, "
  done
done

passed
