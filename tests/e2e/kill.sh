# Whatever ends an exploration (Ctrl-C, kill, kill -9), its checkpoint is whole, and resuming it ends with exact totals.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

wait_for() {  # until the command holds; gives up when heddle is gone
  local tries=0
  until "$@"; do
    kill -0 "$pid" 2>/dev/null || return 1
    tries=$((tries + 1))
    [[ $tries -lt 3000 ]] || fail "waited in vain for: $*"
    sleep 0.01
  done
}

# How many interleavings a checkpoint holds: one more run from it, kept in another file.
interleavings_in() {
  run explore --resume "$1" --checkpoint probe --interleaving_bound 1 --json result.json
  [[ $status -eq 3 || $status -eq 0 ]] || fail "the checkpoint is not whole"
  json result.json 'r["interleavings"]'
}

# (N + 3) 2^(N - 2) gives 147456 for 15, as published, and 69632 for 14.
for signal in INT TERM; do
  check "SIG$signal: exit code 3, 'interrupted', a checkpoint; resuming gives lastzero(14) = 69632"
  start explore 'lastzero(14)' --checkpoint saved --jobs 2 --json result.json
  sleep 0.15
  kill -"$signal" "$pid"
  finish
  if [[ $status -eq 0 ]]; then
    note "it had finished before"
  else
    expect_status 3
    expect_out_line "Verdict: inconclusive"
    expect_equal "cut off by" interrupted "$(row 'cut off by')"
    expect_equal bound interrupted "$(json result.json 'r["bound"]')"
    expect_file saved
    [[ $(row interleavings) -gt 0 && $(row interleavings) -lt 69632 ]] || fail "not interrupted"
  fi
  run explore 'lastzero(14)' --resume saved --jobs 2
  expect_status 0
  expect_row interleavings 69632
  rm saved
done

check "SIGINT without --checkpoint leaves one all the same, and says how to go on"
start explore 'lastzero(18)' --dpor optimal --jobs 2
sleep 0.2
kill -INT "$pid"
finish
expect_status 3
expect_equal "cut off by" interrupted "$(row 'cut off by')"
expect_out "--resume heddle-checkpoint"
expect_file heddle-checkpoint
before=$(row interleavings)
run explore 'lastzero(18)' --dpor optimal --resume heddle-checkpoint --interleaving_bound $((before + 100))
expect_status 3
expect_row interleavings $((before + 100))

check "SIGINT while sampling"
start explore 'counter(2)' --strategy walk --samples 1000000000
sleep 0.2
kill -INT "$pid"
finish
expect_status 3
expect_out "interrupted"

check "kill -9 while a checkpoint is written: it is the old one or the new one"
start explore 'lastzero(17)' --checkpoint large --jobs 2
wait_for test -e large || fail "ended"
kill -KILL "$pid"
finish
known=$(interleavings_in large)
start explore 'lastzero(17)' --resume large --jobs 2
# Writing takes milliseconds, so nothing sleeps here.
until compgen -G 'large.*.tmp' >/dev/null; do kill -0 "$pid" 2>/dev/null || fail "ended"; done
kill -KILL "$pid"
finish
now=$(interleavings_in large)
[[ $now -ge $known ]] || fail "had $known interleavings, now $now"
rm -f large*

check "kill -9 at many moments, then resume: lastzero(15) = 147456"
run explore 'lastzero(15)' --checkpoint saved --jobs 2 --interleaving_bound 2000
expect_status 3
known=2000
killed=0
for delay in 0.02 0.3 1.1 0.1; do
  start explore 'lastzero(15)' --resume saved --jobs 2
  sleep "$delay"
  kill -KILL "$pid" 2>/dev/null && killed=$((killed + 1))
  finish
  [[ $status -eq 137 ]] || expect_status 0
  now=$(interleavings_in saved)
  [[ $now -ge $known && $now -le 147457 ]] || fail "had $known interleavings, now $now"
  known=$now
done
note "killed $killed times; $known interleavings were safe at last"
[[ $killed -gt 0 ]] || fail "always finished before"
run explore 'lastzero(15)' --resume saved --jobs 2
expect_status 0
expect_row interleavings 147456

check "errors found before a kill -9 are not lost"
cat >clerks.toy <<'TOY'
var balance = 100
proc main() {
  a = spawn withdraw(10)
  b = spawn withdraw(20)
  c = spawn withdraw(30)
  d = spawn withdraw(40)
  join a
  join b
  join c
  join d
  rest = read balance
  assert rest == 0
}
proc withdraw(amount) {
  seen = read balance
  write balance = seen - amount
}
TOY
run explore clerks.toy --dpor optimal --keep_going
all=$(row errors)
run explore clerks.toy --dpor optimal --keep_going --checkpoint saved_errors --interleaving_bound 100
start explore clerks.toy --dpor optimal --keep_going --resume saved_errors
kill -KILL "$pid" 2>/dev/null || true
finish
run explore clerks.toy --dpor optimal --keep_going --resume saved_errors
expect_status 1
expect_row errors "$all"

passed
