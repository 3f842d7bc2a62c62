#!/usr/bin/env bash
# The completions of the shells and the manual page know every command and option that --help shows.
source "$(dirname "$0")/lib.bash"

for shell in bash zsh fish; do
  check "heddle completions $shell"
  run completions "$shell"
  expect_status 0
  cp out "heddle.$shell"
  run completions "$shell"
  expect_same_files out "heddle.$shell"
done
run completions tcsh
expect_refusal "tcsh" "heddle completions --help"
run manual
expect_status 0
cp out heddle.1

# walk PATH...: a file tables/PATH with the options of this command, and of all below it.
mkdir tables
walk() {
  run "$@" --help
  expect_status 0
  sed -nE 's/^  (-[^ ]+).*/\1/p' out | tr ',' '\n' >"tables/heddle $*"
  local command commands
  commands=$(sed -nE '/^Subcommands:/,$ s/^  ([a-z-]+) .*/\1/p' out)
  for command in $commands; do walk "$@" "$command"; done
}
walk
mv "tables/heddle " tables/heddle
[[ $(find tables -type f | wc -l) -ge 18 ]] || fail "found only $(find tables -type f | wc -l) commands"
[[ $(wc -l <"tables/heddle check") -ge 60 ]] || fail "cannot read the options of heddle check"

# complete_bash WORD...: what bash offers for the last of these words, one a line.
cat >drive.bash <<'END'
source ./heddle.bash
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_heddle
printf '%s\n' "${COMPREPLY[@]}"
END
complete_bash() { run_command bash drive.bash "$@"; }
offered() { tr '\n' ' ' <out | sed 's/ *$//'; }

check "bash offers exactly the options of each command"
for table in tables/*; do
  read -ra words <<<"${table#tables/}"
  complete_bash "${words[@]}" -
  expect_equal "options of ${words[*]} in bash" "$(sort "$table")" "$(sort out)"
done

check "bash: commands, values, files"
run_command bash -c 'source ./heddle.bash && complete -p heddle'
expect_out "complete -F _heddle heddle"
complete_bash heddle ver
expect_equal "completion of ver" "verify" "$(offered)"
complete_bash heddle check --colour ''
expect_equal "colours" "auto always never" "$(offered)"
complete_bash heddle check --colour = al
expect_equal "colours behind =" "always" "$(offered)"
complete_bash heddle check x.erl --jobs ''
expect_equal "a number" "" "$(offered)"
complete_bash heddle completions ''
expect_equal "shells" "bash zsh fish" "$(offered)"
: >"two words.erl"
complete_bash heddle check two
expect_equal "a file" "two words.erl" "$(offered)"
complete_bash heddle serve two
expect_equal "no files where none are taken" "" "$(offered)"

check "the manual has all commands with all their options"
if command -v groff >/dev/null; then
  run_command groff -man -Tascii -P-c -ww -rLL=500n heddle.1
  expect_status 0
  [[ ! -s err ]] || fail "groff has warnings"
  sed 's/.\x08//g' out >page
  for table in tables/*; do
    name=${table#tables/}
    if [[ $name == heddle ]]; then begin='^OPTIONS'; else begin="^   $name\$"; fi
    sed -nE "/$begin/,\${p}" page | sed -nE '2,${/^[A-Z]|^   [a-z]/q; p}' >section
    [[ -s section ]] || fail "the manual has no section $name"
    while read -r option; do
      grep -qE -- "^ +(-[^ ]+, )*$option( |,|\$)" section ||
        fail "the manual does not have $option of $name"
    done <"$table"
  done
else
  note "skipped: there is no groff"
fi

check "the functions for zsh have all options"
for table in tables/*; do
  identifier=${table#tables/}
  awk -v begin="_${identifier//[ -]/_}() {" '$0 == begin {on = 1} on {print} $0 == "}" {on = 0}' \
    heddle.zsh >section
  while read -r option; do
    grep -qE -- "'\\*$option=?\[" section || fail "zsh does not have $option of ${table#tables/}"
  done <"$table"
done
if command -v zsh >/dev/null; then
  run_command zsh -n heddle.zsh
  expect_status 0
else
  note "its syntax is not checked: there is no zsh"
fi

check "the lines for fish have all options"
for table in tables/*; do
  grep -F "= \"${table#tables/}\"'" heddle.fish >section
  while read -r option; do
    case $option in
      --*) words="-l ${option#--}" ;;
      *) words="-s ${option#-}" ;;
    esac
    grep -qF -- " $words " section || fail "fish does not have $option of ${table#tables/}"
  done <"$table"
done
if command -v fish >/dev/null; then
  run_command fish -n heddle.fish
  expect_status 0
  export HOME=$folder XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data
  # A dash alone lists the short and the long ones.
  run_command fish -c "source heddle.fish; complete -C 'heddle check -'"
  expect_equal "what fish offers" "$(sort -u 'tables/heddle check')" "$(cut -f 1 out | sort)"
  run_command fish -c "source heddle.fish; complete -C 'heddle check --colour al'"
  expect_out "always"
else
  note "nothing is completed: there is no fish"
fi

passed
