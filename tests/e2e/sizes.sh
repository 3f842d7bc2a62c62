# docs/how-big.md: the table of sizes is what the formulas say and what the program finds.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi

check "examples/erlang/sizes.erl"
run check --eunit "$HEDDLE_SOURCE_DIR/examples/erlang/sizes.erl" --json r.json
expect_status 0
python3 - "$HEDDLE_SOURCE_DIR/docs/how-big.md" <<'PY' || fail "the numbers differ"
import json, math, re, sys

formula = {"names": lambda n: 1, "last": lambda n: n, "pairs": lambda n: 2**n,
           "steps": lambda n: math.comb(2 * n, n), "orders": math.factorial}
found = {t["test"]: t["interleavings"] for t in json.load(open("r.json"))["tests"]}
said = {}
for row in open(sys.argv[1]):
    cells = [cell.strip() for cell in row.split("|")]
    if len(cells) == 9 and cells[2].strip("`") in formula:
        said[cells[2].strip("`")] = [int(cell) for cell in cells[3:7]]
assert said.keys() == formula.keys(), said
for name, count in formula.items():
    for place, n in enumerate([2, 4, 6, 8]):
        numbers = count(n), said[name][place], found[f"sizes:{name}_{n}_test"]
        assert len(set(numbers)) == 1, f"{name}, n = {n}: formula, page, found: {numbers}"
PY

passed
