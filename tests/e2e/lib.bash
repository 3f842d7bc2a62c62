# Helpers of the end-to-end tests. A test is a story of commands and what must come of them:
#
#   source "$(dirname "$0")/lib.bash"
#   check "an error ends with exit code 1 and its place"
#   run explore bank
#   expect_status 1
#   expect_out "<bank>:11"
#
# `run` keeps what the command printed in the files `out` and `err` and its exit code in `status`.
# The first expectation that does not hold ends the test with the command and all it printed.
# Each test runs in an empty folder of its own, which is removed at the end.
#
# HEDDLE names the program, HEDDLE_SOURCE_DIR the repository; CTest sets both.

HEDDLE_SOURCE_DIR=${HEDDLE_SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
HEDDLE=$(realpath "${HEDDLE:-$HEDDLE_SOURCE_DIR/build/bin/heddle}")
E2E=$HEDDLE_SOURCE_DIR/tests/e2e
PATIENCE=${PATIENCE:-60}  # seconds; a command that takes longer hangs

folder=$(mktemp -d)
background=()
clean_up() {
  local pid
  for pid in "${background[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  cd / && rm -rf "$folder"
}
trap clean_up EXIT
cd "$folder"

export LC_ALL=C
# In a workflow of GitHub heddle would annotate the errors that the tests want.
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY GITHUB_WORKSPACE
ran="nothing yet"
status=0
checks=0
: >out >err

check() {
  checks=$((checks + 1))
  echo "- $*"
}

note() { echo "  ($*)"; }

fail() {
  {
    echo "FAILED: $*"
    echo "  command:   $ran"
    echo "  exit code: $status"
    echo "  --- its standard output (first 60 lines):"
    head -n 60 out
    echo "  --- its standard error (first 20 lines):"
    head -n 20 err
  } >&2
  exit 1
}

# run WORD...: heddle with these words.
run() { run_command "$HEDDLE" "$@"; }

run_command() {
  ran="${*@Q}"
  status=0
  timeout --kill-after=5 "$PATIENCE" "$@" >out 2>err </dev/null || status=$?
  [[ $status -ne 124 && $status -ne 137 ]] || fail "did not end within $PATIENCE s"
  [[ $status -lt 128 ]] || fail "crashed"
}

# start WORD...: heddle in the background, its number in `pid`; `finish` waits for it.
start() {
  ran="${*@Q} &"
  "$HEDDLE" "$@" >out 2>err </dev/null &
  pid=$!
  background+=("$pid")
}

finish() {
  local since=$SECONDS
  (timeout "$PATIENCE" tail --pid="$pid" -f /dev/null || kill -KILL "$pid") >/dev/null 2>&1 &
  status=0
  wait "$pid" 2>/dev/null || status=$?
  background=()
  [[ $((SECONDS - since)) -lt $PATIENCE ]] || fail "did not end within $PATIENCE s"
}

# expect_ends_with COMMAND...: a program that a build tool starts ends when the tool is killed. The
# program is a stand-in that never ends by itself.
expect_ends_with() {
  local program tool deadline=$((SECONDS + PATIENCE))
  printf '#!/bin/sh\necho $$ >"%s/stand-in.pid"\nexec sleep 1000\n' "$folder" >"$folder/stand-in"
  chmod +x "$folder/stand-in"
  ran="HEDDLE=stand-in ${*@Q} &"
  HEDDLE=$folder/stand-in "$@" >out 2>err </dev/null &
  tool=$!
  background+=("$tool")
  until [[ -s $folder/stand-in.pid ]]; do
    [[ $SECONDS -lt $deadline ]] || fail "the program was not started"
    sleep 0.1
  done
  program=$(<"$folder/stand-in.pid")
  background+=("$program")
  kill -KILL "$tool"
  wait "$tool" 2>/dev/null || true
  while kill -0 "$program" 2>/dev/null; do
    [[ $SECONDS -lt $deadline ]] || fail "the program goes on when the tool is gone"
    sleep 0.1
  done
  background=()
}

expect_status() { [[ $status -eq $1 ]] || fail "expected exit code $1"; }

expect_out() {
  local text
  for text in "$@"; do grep -qF -- "$text" out || fail "not in its output: $text"; done
}
expect_not_out() {
  local text
  for text in "$@"; do ! grep -qF -- "$text" out || fail "must not be in its output: $text"; done
}
expect_out_line() {  # a whole line, as an extended regular expression
  grep -qE -- "^$1\$" out || fail "no line of its output matches: $1"
}
expect_silent() { [[ ! -s out && ! -s err ]] || fail "must print nothing"; }

# expect_refusal TEXT...: exit code 2 and one line on standard error that has all the texts.
expect_refusal() {
  expect_status 2
  [[ $(wc -l <err) -eq 1 ]] || fail "expected exactly one line on standard error"
  grep -q '^heddle: ' err || fail "the message does not begin with 'heddle: '"
  local text
  for text in "$@"; do grep -qF -- "$text" err || fail "not in the message: $text"; done
}

expect_equal() {  # expect_equal WHAT EXPECTED ACTUAL
  [[ $2 == "$3" ]] || fail "$1: expected $2, found $3"
}
expect_same_files() { cmp -s "$1" "$2" || fail "$1 and $2 differ: $(diff "$1" "$2" | head -5)"; }
expect_file() { [[ -s $1 ]] || fail "the file $1 was not written"; }
expect_no_file() { [[ ! -e $1 ]] || fail "the file $1 must not be there"; }

# A row of the summary: `row interleavings`.
row() { sed -nE "s/^  $1 +(.*)\$/\1/p" out; }
expect_row() { expect_equal "$1" "$2" "$(row "$1")"; }

# The report without the only line that may differ between two runs.
without_time() { grep -vE '^  time  ' "${1:-out}"; }

# json FILE EXPRESSION: a Python expression about the file's content `r`.
json() { python3 -c 'import json,sys; r = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"; }

# edit_json FILE STATEMENTS: runs Python statements that change the content `r`.
edit_json() {
  python3 - "$1" "$2" <<'PYTHON'
import json, sys
r = json.load(open(sys.argv[1]))
exec(sys.argv[2])
json.dump(r, open(sys.argv[1], "w"))
PYTHON
}

expect_schema() {  # expect_schema SCHEMA FILE
  python3 "$E2E/check_schema.py" "$HEDDLE_SOURCE_DIR/docs/formats/$1" "$2" >schema_report 2>&1 ||
    fail "$2 is not as docs/formats/$1 says: $(cat schema_report)"
}

# with_mount OPTIONS COMMAND...: runs a command with a file system of its own at ./mounted, for which
# it needs a kernel that allows that; `can_mount` says whether.
can_mount() {
  mkdir -p mounted
  if unshare -m true 2>/dev/null && unshare -m mount -t tmpfs none mounted 2>/dev/null; then
    namespace=(unshare -m)
  elif unshare -rm mount -t tmpfs none mounted 2>/dev/null; then
    namespace=(unshare -rm)
  else
    return 1
  fi
}

passed() { echo "passed: $checks checks"; }
