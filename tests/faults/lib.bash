# Helpers of the fault tests, besides those of the end-to-end tests: a run that takes some seconds,
# whose workers something happens to. It ends with the totals of one process, whatever that was.

HEDDLE_SOURCE_DIR=${HEDDLE_SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
source "$HEDDLE_SOURCE_DIR/tests/e2e/lib.bash"
source "$HEDDLE_SOURCE_DIR/tests/e2e/queue.bash"

# (N + 3) 2^(N - 2) interleavings: some seconds of work.
program='lastzero(18)'
expected=1376256
# Short, so that a test sees many of them.
times=(--slice 0.3 --lease 2)

# begin_run OPTION...: the run, in the background; its number in `last`.
begin_run() {
  "$HEDDLE" status --queue "$url" >runs 2>/dev/null || true
  local before
  before=$(sed -nE '1s/^ *([0-9]+) .*/\1/p' runs)
  start explore "$program" --dpor optimal --queue "$url" "${times[@]}" "$@"
  coordinator=$pid
  wait_for_run "${before:-0}"
}

# The run is over, whoever did it, and its totals are exact.
expect_exact() {
  pid=$coordinator
  finish
  expect_status 0
  expect_row interleavings "$expected"
  expect_row "sleep-set blocked" 0
}

running() { kill -0 "$coordinator" 2>/dev/null; }
