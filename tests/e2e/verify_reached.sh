#!/usr/bin/env bash
# Programs that really come to their label: whatever the depths, nothing may be proved of them. Each
# was, or might have been, proved wrongly: the analysis forgot something that Erlang can do.
set -euo pipefail
command -v erlc > /dev/null || { echo "SKIP: erlc is not installed"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$HEDDLE_SOURCE_DIR/tests/e2e/verify_reached
header=$(find "$HEDDLE_SOURCE_DIR/include" -name heddle.hrl | head -n 1)
erlc +to_core +nowarn_unused_vars +nowarn_unused_function -DSOTER -I "$(dirname "$header")" -o "$folder" \
  "$here"/*.erl > "$folder/warnings" 2>&1 || { cat "$folder/warnings"; exit 1; }
failed=0
for core in "$folder"/*.core; do
  for depths in "" "-D 1" "-D 3 -K 1"; do
    code=0
    # shellcheck disable=SC2086
    "$HEDDLE" verify --no-search --time 20 $depths "$core" > "$folder/out" 2>&1 || code=$?
    if [ $code -ne 3 ] || ! grep -q '^unknown' "$folder/out"; then
      echo "FAIL: $(basename "$core" .core) $depths: exit code $code"
      cat "$folder/out"
      failed=1
    fi
  done
done
exit $failed
