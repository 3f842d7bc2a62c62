# For tests with a queue, after lib.bash: a private server in ./server, its URL in `url`.

chmod 711 "$folder"  # root's server is another user
url=

start_server() {
  run queue start "$folder/server" "$@"
  expect_status 0
  url=$(cat out)
}

clean_up() {
  local pid
  for pid in "${background[@]}"; do kill -CONT "$pid" 2>/dev/null || true; kill -KILL "$pid" 2>/dev/null || true; done
  if [[ -e $folder/server/data/postmaster.pid ]]; then
    "$HEDDLE" queue stop "$folder/server" >/dev/null 2>&1 || true
  fi
  cd / && rm -rf "$folder"
}

# start_worker OPTION...: in the background, its number in `worker`; it ends by itself.
start_worker() {
  "$HEDDLE" worker --queue "$url" --wait 20 "$@" >>workers.out 2>>workers.err </dev/null &
  worker=$!
  background+=("$worker")
}

# Those that wait for a next run would help with it.
dismiss_workers() {
  local pid
  for pid in "${background[@]}"; do kill -INT "$pid" 2>/dev/null || true; done
  for pid in "${background[@]}"; do wait "$pid" 2>/dev/null || true; done
  background=()
}

# The number of the run that was begun last, when it is there.
wait_for_run() {
  local i
  for ((i = 0; i < 200; i++)); do
    "$HEDDLE" status --queue "$url" >runs 2>/dev/null || true
    last=$(sed -nE '1s/^ *([0-9]+) .*/\1/p' runs)
    if [[ -n $last && $last -gt ${1:-0} ]]; then return; fi
    sleep 0.05
  done
  fail "no run was begun: $(cat runs)"
}
