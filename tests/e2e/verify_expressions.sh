#!/usr/bin/env bash
# What erl does with random expressions and guards, heddle verify must not call impossible, whatever
# the depths. HEDDLE_EXPRESSIONS=5000 HEDDLE_SEED=7 for more of them, and others.
set -euo pipefail
command -v erlc > /dev/null || { echo "SKIP: erlc is not installed"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$HEDDLE_SOURCE_DIR/tests/e2e/verify_expressions.py" "${HEDDLE_SEED:-1}" \
  "${HEDDLE_EXPRESSIONS:-400}" "$folder"
cd "$folder"
erlc +to_core -W0 -DSOTER -I "$HEDDLE_SOURCE_DIR/include/erlang" ./*.erl
failed=0
for core in *.core; do
  for depths in "-D 0" "-D 1" "-D 3 -K 1"; do
    code=0
    # shellcheck disable=SC2086
    "$HEDDLE" verify --no-search --time 60 $depths "$core" > out 2>&1 || code=$?
    if [ $code -ne 3 ] || grep -q '^proved' out; then
      echo "FAIL: $core $depths: exit code $code"
      grep '^proved' out || cat out
      for label in $(grep '^proved' out | grep -oE '"l[0-9]+' | tr -d '"'); do
        grep -hE "label\(\"$label\"\)|fun\(\) -> t${label#l}\(" "${core%.core}.erl"
      done
      failed=1
    fi
  done
done
exit $failed
