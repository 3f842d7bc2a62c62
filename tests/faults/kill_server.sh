# kill -9 of the server, which is started again.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

start_server
check "the server is killed twice and comes back"
begin_run --jobs 1
start_worker "${times[@]}"
for i in 1 2; do
  sleep 0.7
  kill -KILL "$(head -1 server/data/postmaster.pid)"
  sleep 0.5
  "$HEDDLE" queue start "$folder/server" >/dev/null
done
expect_exact

check "a server that stays away: one message, exit code 3, and how to go on"
program='lastzero(17)' expected=655360
begin_run --jobs 1 --patience 1
sleep 0.5
"$HEDDLE" queue stop "$folder/server"
pid=$coordinator
finish
expect_status 3
[[ $(grep -c 'the queue cannot go on' err) -eq 1 ]] || fail "not one message about the server"
grep -qF "heddle resume $last --queue" err || fail "does not say how to go on"
"$HEDDLE" queue start "$folder/server" >/dev/null
run resume "$last" --queue "$url" --jobs 2
expect_status 0
expect_row interleavings "$expected"
passed
