# What a newcomer sees first: an error, its steps, a trace that replays.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

check "explore bank finds the lost update, with its place and the steps that lead there"
run explore bank
expect_status 1
expect_out "Error: main: assert rest + out == 100 does not hold (rest = 20, out = 160)" \
  "assertion in main at <bank>:11" "context switches; > marks where another actor goes on:"
expect_out_line "   1 > main +first = spawn withdraw\(80\) +<bank>:5"
expect_out_line "  14   main +out = read paid  -> 160 +<bank>:10"
expect_out_line "Verdict: error"
expect_row errors 1
[[ ! -s err ]] || fail "nothing belongs on standard error"
expect_equal "numbers of the steps" "$(seq -s' ' 14)" \
  "$(grep -E '^ +[0-9]+ [> ] main' out | awk '{printf "%s%s", sep, $1; sep = " "}')"

check "the trace file is written, and is as its schema says"
expect_file heddle-trace.json
expect_schema trace.schema.json heddle-trace.json
expect_equal "errors in the trace" 1 "$(json heddle-trace.json 'len(r["errors"])')"

check "a second run prints and writes the same bytes"
cp out first_out
mv heddle-trace.json first_trace
run explore bank
without_time first_out >a
without_time out >b
expect_same_files a b
expect_same_files first_trace heddle-trace.json

check "the replay command that is printed reproduces the error"
replay=$(sed -n 's/^Replay it: *heddle //p' first_out)
expect_equal "the command" "replay heddle-trace.json" "$replay"
# shellcheck disable=SC2086
run $replay
expect_status 1
expect_out "reproduced: main: assert rest + out == 100 does not hold" "<bank>:11"

check "the command that searches again finds it again"
# shellcheck disable=SC2046
run $(sed -n 's/^Search again: *heddle //p' first_out)
expect_status 1

check "the program's text is shown"
run programs bank
expect_status 0
expect_out "assert rest + out == 100"
run programs
expect_status 0
expect_out "bank " "lastzero(N)"

check "no colours in a pipe; --colour always has them, never has none"
! grep -q $'\033' first_out || fail "colour codes in a pipe"
run explore bank --colour always
grep -q $'\033\[' out || fail "no colour codes with --colour always"
run explore bank --colour never
! grep -q $'\033' out || fail "colour codes with --colour never"

check "--quiet prints nothing; the exit code tells, and the trace is written"
rm heddle-trace.json
run explore bank --quiet
expect_status 1
expect_silent
expect_file heddle-trace.json

check "--trace names another file, the empty word none"
rm heddle-trace.json
run explore bank --trace other.json
expect_file other.json
expect_out "heddle replay other.json"
run explore bank --trace ''
expect_status 1
expect_not_out "Replay it"
expect_no_file heddle-trace.json

check "--json - prints the result only, as its schema says"
run explore bank --json -
expect_status 1
python3 -m json.tool out >/dev/null || fail "not JSON"
expect_schema result.schema.json out
expect_equal "verdict" error "$(json out 'r["verdict"]')"
expect_equal "kind, line" "('assertion', 11, 'main', '<bank>')" \
  "$(json out '(lambda e: (e["kind"], e["line"], e["process"], e["file"]))(r["errors"][0])')"
expect_equal "trace file" heddle-trace.json "$(json out 'r["errors"][0]["trace_file"]')"

check "--json FILE writes it beside the report"
run explore 'lastzero(5)' --json result.json
expect_status 0
expect_schema result.schema.json result.json
expect_equal "the same number in both" "$(row interleavings)" "$(json result.json 'r["interleavings"]')"
expect_equal "verdict, bound, errors" "('verified', None, [])" \
  "$(json result.json '(r["verdict"], r["bound"], r["errors"])')"

check "--no-minimise and --all-steps show more, not less"
run explore bank --dpor none
fewest=$(grep -cE '^ +[0-9]+ [> ] main' out)
run explore bank --dpor none --no-minimise --all-steps
[[ $(grep -cE '^ +[0-9]+ [> ] main' out) -gt $fewest ]] || fail "no more than $fewest steps"

check "--version, --help"
run --version
expect_status 0
expect_out_line "heddle [0-9]+\.[0-9]+\.[0-9]+"
run --help
expect_status 0
expect_out "explore" "replay" "minimise" "programs" "Exit codes"

passed
