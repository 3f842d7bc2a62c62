#!/usr/bin/env bash
# Programs that really come to their label (verify_reached), and programs that really fail
# (verify_fails): whatever the depths, the one must not be proved, nor all that --errors asks of the
# other. Each was, or might have been, proved wrongly: the analysis forgot something that Erlang does.
set -euo pipefail
command -v erlc > /dev/null || { echo "SKIP: erlc is not installed"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# none_proved FOLDER OPTIONS...
none_proved() {
  local programs=$HEDDLE_SOURCE_DIR/tests/e2e/$1
  shift
  rm -f "$folder"/*.core
  erlc +to_core -DSOTER -I "$HEDDLE_SOURCE_DIR/include/erlang" -o "$folder" "$programs"/*.erl \
    > "$folder/warnings" 2>&1 || { cat "$folder/warnings"; exit 1; }
  for core in "$folder"/*.core; do
    for depths in "" "-D 1" "-D 3 -K 1"; do
      code=0
      # shellcheck disable=SC2086
      "$HEDDLE" verify --no-search --time 20 "$@" $depths "$core" > "$folder/out" 2>&1 || code=$?
      if [ $code -ne 3 ] || ! grep -q '^unknown' "$folder/out"; then
        echo "FAIL: $(basename "$core" .core) $depths: exit code $code"
        cat "$folder/out"
        failed=1
      fi
    done
  done
}

none_proved verify_reached
none_proved verify_fails --errors
exit $failed
