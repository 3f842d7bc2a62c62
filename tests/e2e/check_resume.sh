# check that was interrupted or killed goes on from its checkpoint to the same totals.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
command -v erlc >/dev/null || { echo "skipped: erlc is not installed"; exit 0; }

cat >mail.erl <<'ERL'
-module(mail).
-export([all/0, ties/0]).
%% Seven messages to one receiver that takes them in any order: 7! = 5040 classes.
all() ->
    Self = self(),
    [spawn(fun() -> Self ! N end) || N <- lists:seq(1, 7)],
    [receive N -> N end || _ <- lists:seq(1, 7)].
%% Names decide who gets a message, and exit signals whether there is anybody.
ties() ->
    Self = self(),
    Names = [spawn(fun() -> catch register(n, self()), receive go -> ok end, catch (n ! hello),
                            Self ! {N, whereis(n) =:= self()} end) || N <- [1, 2, 3]],
    [Name ! go || Name <- Names],
    spawn(fun() -> exit(hd(Names), kill) end),
    receive {_, _} -> ok end.
ERL
erlc +debug_info mail.erl

totals() { echo "$(row interleavings) $(row events) $(row errors)"; }

run check mail.beam -t all
expect_status 0
expect_row interleavings 5040
whole=$(totals)

for signal in INT KILL; do
  check "SIG$signal and resume: 5040 interleavings"
  start check mail.beam -t all --checkpoint saved
  for _ in $(seq 200); do [[ -e saved ]] && break; sleep 0.01; done
  sleep 0.1
  kill -"$signal" "$pid" 2>/dev/null || true
  finish
  if [[ -e saved ]]; then
    run check mail.beam -t all --resume saved
    expect_status 0
    expect_equal totals "$whole" "$(totals)"
  else
    note "it had ended before its first checkpoint"
  fi
  rm -f saved heddle-checkpoint
done

check "in many small parts"
run check mail.beam -t all --checkpoint saved --interleaving_bound 500
expect_status 3
for bound in 1000 2500 4000; do
  run check mail.beam -t all --resume saved --interleaving_bound $bound
  expect_status 3
  expect_row interleavings $bound
done
run check mail.beam -t all --resume saved
expect_status 0
expect_equal totals "$whole" "$(totals)"
rm -f saved

check "where what a step finds decides what it touches"
run check mail.beam -t ties --keep_going
whole=$(totals)
bound=$(($(row interleavings) / 2))
verdict=$status
run check mail.beam -t ties --keep_going --checkpoint saved --interleaving_bound "$bound"
run check mail.beam -t ties --keep_going --resume saved
expect_status "$verdict"
expect_equal totals "$whole" "$(totals)"

passed
