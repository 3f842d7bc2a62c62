# A worker whose network goes away: in a network namespace of its own, whose link is taken down.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

name=heddle$$
net=10.$((64 + $$ % 64)).$(($$ / 64 % 250))  # others may run this test as well
if [[ $(id -u) -ne 0 ]] || ! ip netns add "$name" 2>/dev/null; then
  echo "skipped: no network namespaces here"
  exit 0
fi
clean_up_server=$(declare -f clean_up | tail -n +2)
clean_up() {
  ip netns del "$name" 2>/dev/null || true
  ip link del "$name" 2>/dev/null || true
  eval "$clean_up_server"
}
if ! { ip link add "$name" type veth peer name inside netns "$name" &&
       ip addr add $net.1/30 dev "$name" && ip link set "$name" up &&
       ip -n "$name" addr add $net.2/30 dev inside && ip -n "$name" link set inside up; } 2>/dev/null; then
  echo "skipped: no virtual networks here"
  exit 0
fi

start_server --port "$(python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])')"
program='lastzero(17)' expected=655360
check "a worker is cut off, and its task goes to another"
begin_run --jobs 0
network_url=$(sed -E 's/@[^:]+:/@'$net'.1:/' <<<"$url")
ip netns exec "$name" "$HEDDLE" worker --queue "$network_url" --patience 2 "${times[@]}" \
  >cut.out 2>cut.err </dev/null &
cut=$!
background+=("$cut")
sleep 1.5
grep -q "run $last" cut.out || fail "the worker did not begin: $(cat cut.err)"
ip link set "$name" down
start_worker "${times[@]}"
expect_exact
passed
