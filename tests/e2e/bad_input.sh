# Bad input: exit code 2 and one line on standard error that names the culprit and the remedy. Never a crash.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

refused() {  # refused TEXT... -- WORD...: heddle with these words says all the texts
  local texts=()
  while [[ $1 != -- ]]; do
    texts+=("$1")
    shift
  done
  shift
  run "$@"
  expect_refusal "${texts[@]}"
}

check "commands and options"
refused "a command is missing" "explore" "replay" --
refused "there is no command 'frobnicate'" "explore" "replay" "minimise" "programs" -- frobnicate
refused "'bank'" "explore" -- bank
refused "--nope" -- --nope
refused "--nope" "see 'heddle explore --help'" -- explore bank --nope
refused "--nope" "see 'heddle replay --help'" -- replay x.json --nope
refused "extra" "see 'heddle explore --help'" -- explore bank extra
refused "--samples" "see 'heddle explore --help'" -- explore bank --samples
refused "trace" "required" "see 'heddle replay --help'" -- replay
refused "trace" "required" "see 'heddle minimise --help'" -- minimise

check "programs that are not there"
refused "explore needs a program" ".toy file" "heddle programs" -- explore
refused "there is no built-in program 'nosuch'" "choose one of bank, readers" -- explore nosuch
refused "there is no built-in program 'nosuch'" "choose one of bank, readers" -- programs nosuch
refused "missing.toy: No such file or directory" "check the path" -- explore missing.toy
refused "no/such/file: No such file or directory" "check the path" -- explore no/such/file
mkdir a_folder
refused "a_folder: is a folder" "give a file" -- explore a_folder
refused "a_folder/: is a folder" "give a file" -- explore a_folder/

check "sizes of built-in programs"
for size in 'lastzero(x)' 'lastzero(0)' 'lastzero(-3)' 'lastzero()' 'lastzero(5' 'lastzero(5)x' 'lastzero(99999999999999)'; do
  refused "'$size' has no valid size" "lastzero(5)" -- explore "$size"
done
refused "the program 'bank' takes no size" "write bank" -- explore 'bank(3)'

check "programs with mistakes: file:line:column"
mistake() {  # mistake PLACE TEXT PROGRAM
  printf '%s\n' "$3" >mistake.toy
  refused "mistake.toy:$1: " "$2" -- explore mistake.toy
}
mistake 2:7 "expected an expression" $'proc main() {\n  x = = 1\n}'
mistake 1:1 "proc main()" ''
mistake 1:1 "" 'hello'
mistake 3:1 "" $'proc main() {\n'
mistake 2:3 "there is no process 'nobody'" $'proc main() {\n  spawn nobody()\n}'
mistake 2:9 "" $'proc main() {\n  write nothing = 1\n}'
mistake 2:3 "" $'proc main() {\n  break\n}'
mistake 1:5 "" $'var \x01 = 1'

check "numbers"
refused "--samples" "abc" -- explore bank --samples abc
refused "--samples" "-3" -- explore bank --samples -3
refused "--samples" "0" -- explore bank --samples 0
refused "--seed" "x" -- explore bank --seed x
refused "--jobs" "0" -- explore bank --jobs 0
refused "--jobs" "1000" -- explore bank --jobs 1000
refused "--jobs" "x" -- explore bank -j x
refused "--time" "-1" -- explore bank --time -1
refused "--time" "soon" -- explore bank --time soon
refused "--time" "nan" -- explore bank --time nan
refused "--errors" "0" -- explore bank --errors 0
refused "--errors" "-1" -- explore bank --errors -1
refused "--interleaving_bound" "-5" -- explore bank --interleaving_bound -5
refused "--interleaving_bound" "1.5" -- explore bank --interleaving_bound 1.5
refused "--executions" "-1" -- minimise x.json --executions -1
refused "--colour" "mauve" "auto" -- explore bank --colour mauve

check "algorithms, strategies and bounds"
refused "--dpor foo: no such algorithm" "use none, persistent" "variants" -- explore bank --dpor foo
refused "there is no random strategy 'foo'" "walk" "portfolio" -- explore bank --strategy foo
refused "'pct:x' has no valid depth" "pct:3" -- explore bank --strategy pct:x
refused "'pct:0' has no valid depth" -- explore bank --strategy pct:0
refused "--bound foo:1: no such kind" "use preemption, delay" -- explore bank --bound foo:1
for bound in preemption preemption: preemption:x preemption:-1 preemption:1.5 preemption:99999999999 preemption:1x :3; do
  refused "--bound $bound: " -- explore bank --bound "$bound"
done

check "what does not go together: the message says what does"
refused "preemption bound" "'optimal'" "use --dpor none or --dpor bounded" -- explore bank --dpor optimal --bound preemption:1
refused "delay bound" "'observers'" "use --dpor none" -- explore bank --dpor observers --bound delay:1
refused "delay bound" "'bounded'" "use --dpor none" -- explore bank --bound preemption:1 --bound delay:1 --dpor bounded
refused "fair bound" "'source'" "use --dpor none" -- explore bank --dpor source --bound fair:1
refused "--strategy" "--samples" -- explore bank --strategy walk --dpor none
refused "--strategy" "--samples" -- explore bank --strategy walk --checkpoint saved
refused "--dpor variants" "use --dpor observers" -- explore vidal1 --dpor variants --jobs 2
refused "--dpor variants" "use --dpor observers" -- explore vidal1 --dpor variants --bound tree:3
refused "variants" "message passing" "use --dpor observers" -- explore 'counter(2)' --dpor variants

# ---- Traces

run explore bank --trace good.json
damaged() {  # damaged STATEMENTS: bad.json is the good trace, changed
  cp good.json bad.json
  edit_json bad.json "$1"
}
every_reader() {  # every_reader TEXT...: all that read traces refuse bad.json
  refused "bad.json: " "$@" -- replay bad.json
  refused "bad.json: " "$@" -- minimise bad.json
  refused "bad.json: " "$@" -- explore bank --prefix bad.json:3
}

check "traces that are none: missing, a folder, empty, not JSON, cut short, another JSON"
refused "missing.json: cannot read the trace" "check the path" -- replay missing.json
refused "missing.json: cannot read the trace" "check the path" -- minimise missing.json
refused "a_folder: cannot read the trace" -- replay a_folder
: >bad.json
every_reader "line 1, column 1: the file is empty"
echo 'no JSON' >bad.json
every_reader "line 1, column" "not JSON"
for keep in 1 100 2000; do
  head -c "$keep" good.json >bad.json
  every_reader "the file ends too early" "record the trace again"
done
echo '[]' >bad.json
every_reader
echo '{"some": "thing"}' >bad.json
every_reader "version" "not a trace"
python3 -c 'print("[" * 100000)' >bad.json
every_reader "nested too deeply"

check "traces with damage: the place in the file is named"
damaged 'r["version"] = 99'
every_reader "version" "99" "record the trace again"
damaged 'r["version"] = "1"'
every_reader "version"
damaged 'del r["events"]'
every_reader "events" "missing"
damaged 'r["surprise"] = 1'
every_reader "surprise"
damaged 'r["events"][3]["actor"] = 77'
every_reader "events[3].actor"
damaged 'r["events"][3]["actor"] = -1'
every_reader "events[3].actor"
damaged 'r["events"][3]["fingerprint"] = "zzz"'
every_reader "events[3].fingerprint"
damaged 'r["schedule"].pop()'
every_reader "schedule"
damaged 'r["schedule"][0] = 1'
every_reader "schedule[0]"
damaged 'r["events"][2]["clock"] = [[0, 4000000000]]'
every_reader "events[2].clock"
damaged 'r["errors"][0]["kind"] = "surprise"'
every_reader "errors[0].kind" "surprise"
damaged 'r["actors"][1]["parent"] = 2'
every_reader "actors[1].parent"

check "a trace that does not say which program it is of"
damaged 'r["program"]["command"] = []'
refused "bad.json: does not say which program" "name it with --program" -- replay bad.json
run replay bad.json --program bank
expect_status 1
damaged 'r["program"]["command"] = ["explore", "nosuch"]'
refused "there is no built-in program 'nosuch'" -- replay bad.json

check "a trace of another program: diverged with 3; refused where only its own will do"
damaged 'r["program"]["command"] = ["explore", "lastzero(3)"]'
run replay bad.json
expect_status 3
expect_out "diverged at step 2" "expected: main: second = spawn withdraw(80)" "happened: main: spawn writer(j)"
refused "bad.json: is not a trace of this program: step 2 was" -- minimise bad.json
refused "good.json: is not a trace of this program: step 2 was" -- explore 'lastzero(3)' --prefix good.json

# The last two events become one of an actor that has ended, the rest stays: every field is in order, but nobody can
# run it.
check "a schedule that names an actor who is not enabled: the step, why, and who could run"
damaged '
events = r["events"][:3]                 # both spawns, and the first step of main.1
join = next(e for e in r["events"] if e["operation"] == "join first")
join = dict(join, step=4, ordinal=2, clock=[[0, 3], [1, 1]])
r["events"] = events + [join]
r["schedule"] = [e["actor"] for e in r["events"]]
r["errors"] = []'
run replay bad.json
expect_status 3
expect_out "diverged at step 4" "expected: main: join first" "happened: main waits for" "able to run: main.1, main.2"
refused "bad.json: is not a trace of this program: step 4 was main: join first" "main waits for" -- minimise bad.json
refused "bad.json: is not a trace of this program: step 4 was main: join first" -- explore bank --prefix bad.json

check "a trace without an error has nothing to minimise"
damaged '
r["events"] = r["events"][:3]
r["schedule"] = r["schedule"][:3]
r["errors"] = []'
refused "error" -- minimise bad.json
run replay bad.json
expect_status 0

passed
