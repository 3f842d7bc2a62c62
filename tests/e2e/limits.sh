# The machine is large enough: what must fit into one run does, and gives what erl gives.
set -euo pipefail
PATIENCE=${PATIENCE:-300}  # a gigabyte takes its time on a busy machine
source "$(dirname "$0")/lib.bash"
command -v erl >/dev/null || { echo "skipped: erl is not installed"; exit 0; }

cat >limits.erl <<'ERL'
-module(limits).
-compile([export_all, nowarn_export_all]).

%% All alive at once; each answers.
processes() ->
    Me = self(),
    Pids = [spawn(fun() -> receive {ask, N} -> Me ! {answer, N} end end) || _ <- lists:seq(1, 100000)],
    Alive = erlang:system_info(process_count) >= 100000,
    lists:foldl(fun(P, N) -> P ! {ask, N}, N + 1 end, 1, Pids),
    {Alive, lists:sum([receive {answer, N} -> N end || _ <- Pids])}.

%% 64 million cells of 16 bytes: a gigabyte that is in use.
memory() ->
    L = lists:seq(1, 64000000),
    {length(L), lists:last(L), lists:sum(L)}.

mailbox() ->
    [self() ! {number, N} || N <- lists:seq(1, 1000000)],
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    {Length, take(0, 0)}.
take(1000000, Sum) -> Sum;
take(I, Sum) -> receive {number, N} -> take(I + 1, Sum + N) end.

%% Behind a million others.
selective() ->
    [self() ! {number, N} || N <- lists:seq(1, 1000000)],
    self() ! last,
    receive last -> found end.

deep() -> count(10000000).
count(0) -> 0;
count(N) -> 1 + count(N - 1).

caught() -> nested(1000000).
nested(0) -> {thrown, catch throw(bottom)};
nested(N) -> try nested(N - 1) catch throw:never -> N end.

binary() ->
    B = binary:copy(<<1, 2, 3, 4, 5>>, 2 * 1024 * 1024),
    C = << <<(X + 1)>> || <<X>> <= B >>,
    {byte_size(B), byte_size(C), erlang:crc32(C), binary:at(C, 10485759), sum(C, 0)}.
sum(<<X:32, Rest/binary>>, S) -> sum(Rest, S + X);
sum(<<>>, S) -> S.

table() ->
    T = ets:new(t, []),
    [ets:insert(T, {I, I * I}) || I <- lists:seq(1, 1000000)],
    {ets:info(T, size), ets:lookup(T, 777777)}.
ERL
erlc limits.erl

for what in processes memory mailbox selective deep caught binary table; do
  check "$what"
  erl -noshell +P 500000 -eval "io:format(\"~0p~n\", [limits:$what()]), halt()." >expected
  # Less than the machine has, so that a leak would show.
  run run limits $what --pa . --memory 2500
  expect_status 0
  diff <(tr -d ' \n' <out) <(tr -d ' \n' <expected) || fail "$what gives something else"
done

check "limits of steps and memory end a run with a message"
run run limits deep --pa . --step-limit 1000000
expect_status 2
expect_refusal "1000000 calls" "--step-limit"
run run limits memory --pa . --memory 100
expect_refusal "100 MiB" "--memory"

passed
