# The manual knows every option and command that the program offers, and no others.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

reference=$HEDDLE_SOURCE_DIR/docs/reference.md

options_of() { grep -oE '^  (-[a-z],)?--[a-z_-]+' out | grep -oE -- '--[a-z_-]+' | grep -vx -- --help; }

check "every command has a help text"
run --help
commands=$(sed -n '/^Subcommands:/,$p' out | sed -nE 's/^  ([a-z]+) .*/\1/p')
expect_equal "commands" "check explore replay minimise races variants explain diff graph programs run disasm verify cover serve worker status stop resume queue completions manual" "$(echo $commands)"
for command in $commands; do
  run "$command" --help
  expect_status 0
  expect_out "Usage:" "--help"
  options_of >"options.$command" || true
done
[[ $(wc -l <options.explore) -ge 20 ]] || fail "found only $(wc -l <options.explore) options of explore"

if [[ ! -e $reference ]]; then
  note "skipped: there is no docs/reference.md"
  exit 0
fi

section() { sed -n "/^## heddle $1/,/^## /p" "$reference"; }

for command in $commands; do
  check "docs/reference.md: all options of $command"
  grep -q "^## heddle $command" "$reference" || fail "docs/reference.md has no section 'heddle $command'"
  section "$command" >section  # a pipe that grep -q leaves early would be an error of sed
  while read -r option; do
    grep -qE -- "\`$option[\` ]" section ||
      fail "docs/reference.md does not mention $option of heddle $command"
  done <"options.$command"
done

check "docs/reference.md: no option that does not exist"
section explore | grep -oE -- '`--[a-z_-]+' | tr -d '`' | sort -u >documented
while read -r option; do
  grep -qx -- "$option" options.explore || fail "docs/reference.md has $option, explore has not"
done <documented

check "the algorithms and strategies named by --help exist"
run explore --help
tr -s ' \n' ' ' <out >flat
algorithms=$(grep -oE 'the algorithm: [a-z, ]+variants' flat | sed 's/the algorithm: //; s/,//g')
strategies=$(grep -oE 'sample runs instead: [a-zA-Z:, ]+portfolio' flat |
  sed 's/sample runs instead: //; s/,//g; s/DEPTH/2/')
[[ $(wc -w <<<"$algorithms") -eq 8 && $(wc -w <<<"$strategies") -eq 5 ]] || fail "cannot read the lists"
for algorithm in $algorithms; do
  run explore 'firstof(2)' --dpor "$algorithm" # message passing, which variants needs
  expect_status 0
done
for strategy in $strategies; do
  run explore 'counter(2)' --strategy "$strategy" --samples 2
  expect_status 3
done

check "every built-in program runs"
run programs
sed -E 's/^([a-z0-9_]+)(\(N\))? .*/\1/' out >names
[[ $(wc -l <names) -ge 20 ]] || fail "found only $(wc -l <names) programs"
while read -r name; do
  run explore "$name" --interleaving_bound 50 --trace ''
  [[ $status -le 3 && $status -ne 2 ]] || fail "$name does not run"
  run programs "$name"
  expect_status 0
  expect_out "proc main()"
done <names

passed
