# The disk of the server is full.
set -euo pipefail
if [[ -z ${HEDDLE_OWN_MOUNTS:-} ]]; then
  if ! unshare -m mount -t tmpfs none /mnt 2>/dev/null; then
    echo "skipped: nothing can be mounted here"
    exit 0
  fi
  HEDDLE_OWN_MOUNTS=1 exec unshare -m bash "$0"
fi
source "$(dirname "$0")/lib.bash"

mkdir server
# Room for the logs of the server and the rest of the run, which is written at every slice.
mount -t tmpfs -o size=400m,mode=711 none server
clean_up_server=$(declare -f clean_up | tail -n +2)
clean_up() {
  local here=$folder
  trap - EXIT
  "$HEDDLE" queue stop "$here/server" >/dev/null 2>&1 || true
  cd /
  umount -l "$here/server" 2>/dev/null || true
  eval "$clean_up_server"
}

start_server
check "a full disk: one message, exit code 3; with room again, the run goes on"
times=(--slice 0.05 --lease 2)  # many rows
begin_run --jobs 1 --patience 3
sleep 0.5
head -c 500m /dev/zero >server/filler 2>/dev/null || true
pid=$coordinator
finish
expect_status 3
[[ $(grep -c 'the queue cannot go on' err) -eq 1 ]] || fail "not one message about the server"
grep -qF "heddle resume $last --queue" err || fail "does not say how to go on"
note "$(grep -o 'cannot go on: [^;]*' err)"
rm server/filler
start_server
run resume "$last" --queue "$url" --jobs 2
expect_status 0
expect_row interleavings "$expected"
passed
