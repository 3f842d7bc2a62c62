# Published numbers of interleavings, through the program as users run it. Sources: tests/papers.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

expect_count() {  # expect_count NUMBER PROGRAM OPTION...
  local number=$1
  shift
  run explore "$@"
  expect_status 0
  expect_row interleavings "$number"
  expect_row errors 0
}

check "lastzero: 64 and 3328 (dissertation, table 3.1), with no sleep-set blocked run"
expect_count 64 'lastzero(5)' --dpor optimal
expect_count 3328 'lastzero(10)' --dpor optimal
expect_row "sleep-set blocked" 0

check "readers(N) is 2^N"
expect_count 256 'readers(8)' --dpor optimal

check "example 3.1 has 7 classes, 5 with the read moved (figure 6.1)"
expect_count 7 example31 --dpor optimal
expect_count 5 example31moved --dpor optimal

check "indexer(12) 8, filesystem(14) 2 (table 3.1)"
expect_count 8 'indexer(12)' --dpor optimal
expect_count 2 'filesystem(14)' --dpor optimal

check "lock(4): 336, 24 with observers (table 4.1)"
expect_count 336 'lock(4)' --dpor optimal
expect_count 24 'lock(4)' --dpor observers

check "selective(8): one interleaving with observers; 4! = 24 for selective(4) without"
expect_count 1 'selective(8)' --dpor observers
expect_count 24 'selective(4)' --dpor optimal

check "writers(5): 5! = 120, 5 with observers, which are the default"
expect_count 120 'writers(5)' --dpor optimal
expect_count 5 'writers(5)' --dpor observers
expect_count 5 'writers(5)'

check "firstof(4): 4! = 24, 4 with observers"
expect_count 24 'firstof(4)' --dpor optimal
expect_count 4 'firstof(4)' --dpor observers

check "vidal1: the receive has two possible messages"
expect_count 2 vidal1 --dpor variants

check "a program without a size is the one with its default size"
run explore writers --dpor optimal
expect_row interleavings 6

# bank: either withdrawal first, the other sees too little and pays nothing (2 classes, right); or both see 100, then
# two orders of the writes times two of the payments (4 classes, wrong).
check "--keep_going counts all of bank: 6 interleavings, 4 of them wrong"
for dpor in optimal observers source; do
  run explore bank --dpor "$dpor" --keep_going
  expect_status 1
  expect_row interleavings 6
  expect_row errors 4
  expect_out "4 interleavings with errors in all; the shortest is shown."
done

# Two copies of example 3.1. In 2 of its 51 classes the first copy's s sees z and not y and its write of x is read,
# while the second copy's r and s both come first.
check "an error in 2 of 51 classes is found by every algorithm"
cat >rare.toy <<'TOY'
var x = 0
array y[2] = 0
array z[2] = 0
array seen[4] = 0
proc main() {
  spawn p()
  i = 0
  while i < 2 {
    spawn q(i)
    spawn r(i)
    spawn s(i)
    i = i + 1
  }
  h = 1
  while h <= 7 {
    join handle(h)
    h = h + 1
  }
  l = read seen[0]
  n0 = read seen[1]
  m1 = read seen[2]
  n1 = read seen[3]
  assert !(l == 1 && n0 == 1 && m1 == 0 && n1 == 0)
}
proc p() {
  l = read x
  write seen[0] = l
}
proc q(i) { write y[i] = 1 }
proc r(i) {
  m = read y[i]
  if i == 1 { write seen[2] = m }
  if m == 0 { write z[i] = 1 }
}
proc s(i) {
  n = read z[i]
  o = read y[i]
  write seen[1 + i * 2] = n
  if n == 1 { if o == 0 { write x = 1 } }
}
TOY
for dpor in persistent source optimal; do
  run explore rare.toy --dpor "$dpor" --keep_going
  expect_status 1
  expect_row interleavings 51
  expect_row errors 2
done
run explore rare.toy
expect_status 1

check "--errors 2 stops at the second"
run explore bank --dpor optimal --errors 2
expect_status 1
expect_row errors 2
[[ $(row interleavings) -lt 6 ]] || fail "did not stop"
run explore bank --dpor optimal --errors 5
expect_status 1
expect_row errors 4
expect_row interleavings 6

check "--keep_going with samples and with variants"
run explore bank --strategy walk --samples 40 --keep_going
expect_status 1
expect_row interleavings 40
[[ $(row errors) -gt 1 ]] || fail "stopped at the first error"
run explore 'firstof(3)' --dpor variants --keep_going
expect_status 0
expect_row interleavings 3

passed
