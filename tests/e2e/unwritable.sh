# Files that cannot be written: said at once, in one line, and nothing that was there before is lost.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

check "a checkpoint, trace or result in a missing folder"
run explore 'lastzero(5)' --checkpoint missing/saved
expect_refusal "missing/saved: cannot write the checkpoint: No such file or directory" "folder exists"
run explore 'lastzero(5)' --json missing/result.json
expect_refusal "missing/result.json: cannot write the result: No such file or directory"

check "an error is reported even if its trace cannot be written"
run explore bank --trace missing/trace.json
expect_refusal "missing/trace.json: cannot write the trace: No such file or directory"
expect_out "assert rest + out == 100 does not hold" "Verdict: error"
expect_not_out "Replay it"

check "a checkpoint that is a folder"
mkdir a_folder
run explore 'lastzero(5)' --checkpoint a_folder
expect_refusal "a_folder: cannot write the checkpoint" "name a file, not a folder"

check "a full device"
run explore 'lastzero(5)' --checkpoint /dev/full
expect_refusal "/dev/full: cannot write the checkpoint: No space left on device" "free some space"
run explore bank --json /dev/full --trace ''
expect_refusal "/dev/full: cannot write the result: No space left on device"

check "a protected checkpoint in a protected folder"
mkdir protected
run explore 'lastzero(10)' --checkpoint protected/saved --interleaving_bound 100
cp protected/saved before
chmod 444 protected/saved
chmod 555 protected
chmod 755 .
ordinary=()
if [[ $(id -u) -eq 0 ]]; then ordinary=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
if "${ordinary[@]}" "$HEDDLE" --version >/dev/null 2>&1 && "${ordinary[@]}" test -r protected/saved; then
  run_command "${ordinary[@]}" "$HEDDLE" explore --resume protected/saved
  expect_refusal "protected/saved: cannot write the checkpoint: Permission denied" "permissions"
  run_command "${ordinary[@]}" "$HEDDLE" explore 'lastzero(5)' --checkpoint protected/new
  expect_refusal "protected/new: cannot write the checkpoint: Permission denied"
  expect_same_files protected/saved before
else
  note "skipped: cannot become an ordinary user who may run heddle here"
fi
chmod 755 protected

if can_mount; then
  check "a read-only file system"
  run_command "${namespace[@]}" sh -euc '
    mount -t tmpfs none mounted
    cp before mounted/saved
    mount -o remount,ro none mounted
    exec "$0" explore --resume mounted/saved' "$HEDDLE"
  expect_refusal "mounted/saved: cannot write the checkpoint: Read-only file system" "not read-only"

  check "a full disk: exit code 2, the old checkpoint stays and can be resumed elsewhere"
  size=$(($(stat -c %s before) / 4096 + 1)) # pages; there is no room for a second file beside it
  run_command "${namespace[@]}" sh -euc '
    mount -t tmpfs -o size="$(($1 * 4096))" none mounted
    cp before mounted/saved
    code=0
    "$0" explore --resume mounted/saved --interleaving_bound 2000 || code=$?
    cp mounted/saved after
    ls mounted >left
    exit $code' "$HEDDLE" "$size"
  expect_refusal "mounted/saved: cannot write the checkpoint: No space left on device" "free some space"
  expect_same_files before after
  expect_equal "files on the full disk" saved "$(cat left)"
  run explore --resume after
  expect_status 0
  expect_row interleavings 3328
else
  note "skipped: a read-only file system and a full disk; mounting is not permitted here"
fi

check "a long exploration that cannot save says so soon, not when it has ended"
SECONDS=0
run explore 'lastzero(18)' --checkpoint missing/saved
expect_refusal "missing/saved: cannot write the checkpoint"
[[ $SECONDS -lt 4 ]] || fail "said so only after $SECONDS s"

passed
