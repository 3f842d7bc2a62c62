# The reports of heddle check: JSON, JUnit, SARIF, DOT, plain text, races; all at once, and none
# keeps the others from being written.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi

# A check-then-act bug: whoever inserts second overwrites, and the update is lost. Two clients
# and one counter: 2 reads and 2 writes that conflict, all in one ETS row.
cat >counter.erl <<'ERL'
-module(counter).
-export([lost_test/0, quiet_test/0, stuck_test/0, 'odd <&"> \x{1b}_test'/0]).

lost_test() ->
    Table = ets:new(counter, [public]),
    ets:insert(Table, {n, 0}),
    Self = self(),
    Clients = [spawn(fun() -> bump(Table), Self ! {done, self()} end) || _ <- [1, 2]],
    [receive {done, C} -> ok end || C <- Clients],
    [{n, 2}] = ets:lookup(Table, n).

bump(Table) ->
    [{n, N}] = ets:lookup(Table, n),
    ets:insert(Table, {n, N + 1}).

quiet_test() ->
    Self = self(),
    spawn(fun() -> Self ! hello end),
    receive hello -> ok end.

stuck_test() ->
    receive never -> ok end.

'odd <&"> \x{1b}_test'() ->
    exit({'<b>&"\x{1b}[31m', "]]>", <<255, 254>>, 'gr\x{fc}n'}).
ERL

well_formed() {
  python3 - "$1" <<'PYTHON' || fail "$1 is not well-formed XML"
import sys, xml.etree.ElementTree
xml.etree.ElementTree.parse(sys.argv[1])
PYTHON
}
# xml FILE EXPRESSION: a Python expression about the root element `r`.
xml() { python3 -c 'import sys, xml.etree.ElementTree as t; r = t.parse(sys.argv[1]).getroot(); print(eval(sys.argv[2]))' "$1" "$2"; }

check "an error, in every format at once"
run check counter.erl -t lost_test --show_races --colour always --no-minimise \
  -o report.txt --json r.json --junit r.xml --sarif r.sarif --graph r.dot
expect_status 1
expect_out "Verdict:" "races: pairs of steps that might also have come in the other order"

check "--output: the report of the terminal without its colours"
sed 's/\x1b\[[0-9;]*m//g' out >plain
expect_same_files plain report.txt
grep -q $'\x1b' out || fail "--colour always shows no colours"

check "--json: the fields that were promised, with their values"
expect_schema result.schema.json r.json
expect_equal "verdict" error "$(json r.json 'r["verdict"]')"
expect_equal "kind" abnormal_exit "$(json r.json 'r["errors"][0]["kind"]')"
expect_equal "place" "counter.erl 10" "$(json r.json '"%s %s" % (r["errors"][0]["file"], r["errors"][0]["line"])')"
expect_equal "process" P "$(json r.json 'r["errors"][0]["process"]')"
expect_equal "trace" heddle-trace.json "$(json r.json 'r["errors"][0]["trace"]')"
# It stops at the first error, so that is in the last of the interleavings.
expect_equal "interleaving" "$(json r.json 'r["interleavings"]')" "$(json r.json 'r["errors"][0]["interleaving"]')"

check "--junit: one failed test case with the report"
well_formed r.xml
expect_equal "counts" "('1', '1', '0')" \
  "$(xml r.xml '(r[0].get("tests"), r[0].get("failures"), r[0].get("skipped"))')"
expect_equal "name" "counter counter:lost_test/0" \
  "$(xml r.xml '"%s %s" % (r[0][0].get("classname"), r[0][0].get("name"))')"
xml r.xml 'r[0][0][0].text' >body
grep -v '^$' report.txt >report.lines
grep -v '^$' body >body.lines
expect_same_files report.lines body.lines

check "--sarif: a result at its place, its steps numbered as in the report"
expect_equal "result" "2.1.0 abnormal_exit counter.erl 10" "$(json r.sarif '"%s %s %s %s" % (r["version"],
  *(lambda x: (x["ruleId"], x["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
               x["locations"][0]["physicalLocation"]["region"]["startLine"]))(r["runs"][0]["results"][0]))')"
steps=$(json heddle-trace.json 'len(r["events"])')
expect_equal "steps" "$(seq -s ' ' "$steps")" "$(json r.sarif '" ".join(map(str, sorted(
  l["executionOrder"] for f in r["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"] for l in f["locations"])))')"

check "--graph: a node for each step, and the races"
expect_equal "nodes" "$steps" "$(grep -cE '^    e[0-9]+ \[label=' r.dot)"
races=$(grep -c 'style=dashed' r.dot)
expect_out "$races races: pairs of steps"
if command -v dot >/dev/null; then
  run_command dot -Tsvg r.dot
  expect_status 0
else
  note "skipped: Graphviz is not installed"
fi

check "the race that lost the update: a client's lookup and the other's insert"
sed -n '/races: pairs/,$p' report.txt >races.txt
grep -q 'ets:lookup' races.txt && grep -q 'ets:insert' races.txt || fail "not among the races: $(cat races.txt)"
grep -q '1 before P.2, or P.2 before P.1' races.txt || fail "the races do not say both orders"

check "the same run gives the same bytes"
cp r.sarif r1.sarif
cp r.dot r1.dot
run check counter.erl -t lost_test --show_races --no-minimise --sarif r.sarif --graph r.dot --quiet
expect_silent
expect_same_files r1.sarif r.sarif
expect_same_files r1.dot r.dot

check "--quiet says nothing and writes everything"
rm -f report.txt r.json
run check counter.erl -t lost_test --quiet -o report.txt --json r.json
expect_status 1
expect_silent
expect_file r.json
grep -q "Verdict: error" report.txt || fail "no verdict in report.txt"

check "all errors have their interleavings, unless several jobs share the work"
run check counter.erl -t lost_test --keep_going --json r.json
expect_schema result.schema.json r.json
expect_equal "numbers" True "$(json r.json 'all(1 <= e["interleaving"] <= r["interleavings"] for e in r["errors"])')"
run check counter.erl -t lost_test --keep_going --jobs 2 --json r.json
expect_schema result.schema.json r.json
expect_equal "numbers" True "$(json r.json 'all(e["interleaving"] is None for e in r["errors"])')"

check "no error"
run check counter.erl -t quiet_test --show_races --json r.json --junit r.xml --sarif r.sarif --graph r.dot
expect_status 0
expect_schema result.schema.json r.json
expect_equal "json" "verified []" "$(json r.json '"%s %s" % (r["verdict"], r["errors"])')"
expect_equal "junit" "0 0 system-out" "$(xml r.xml '"%s %s %s" % (r[0].get("failures"), r[0].get("skipped"), r[0][0][0].tag)')"
expect_equal "sarif" "[]" "$(json r.sarif 'r["runs"][0]["results"]')"
grep -q 'quiet_test/0: verified' r.dot || fail "the graph does not say the verdict"

check "a search that was cut off is not passed"
run check counter.erl -t lost_test --ignore_error abnormal_exit --interleaving_bound 1 --json r.json --junit r.xml --sarif r.sarif
expect_status 3
expect_schema result.schema.json r.json
expect_equal "json" "inconclusive" "$(json r.json 'r["verdict"]')"
expect_equal "junit" "1 skipped" "$(xml r.xml '"%s %s" % (r[0].get("skipped"), r[0][0][0].tag)')"
expect_equal "sarif" 1 "$(json r.sarif 'len(r["runs"][0]["invocations"][0]["toolExecutionNotifications"])')"

check "processes that wait"
run check counter.erl -t stuck_test --json r.json --junit r.xml --sarif r.sarif --graph r.dot --show_races
expect_status 1
expect_schema result.schema.json r.json
well_formed r.xml
expect_equal "kind" deadlock "$(json r.json 'r["errors"][0]["kind"]')"
grep -q 'waits for' r.dot || fail "the graph does not show who waits"

check "texts of the program are data: markup, quotes, control characters, broken UTF-8"
run check counter.erl -t $'odd <&"> \x1b_test' -o report.txt --json r.json --junit r.xml --sarif r.sarif --graph r.dot
expect_status 1
expect_schema result.schema.json r.json
well_formed r.xml
json r.sarif 'r["version"]' >/dev/null
for file in report.txt r.xml r.sarif r.dot; do
  ! grep -q $'\x1b' "$file" || fail "$file has a raw escape character"
  python3 -c 'import sys; open(sys.argv[1], encoding="utf-8").read()' "$file" || fail "$file is not UTF-8"
done
expect_equal "name" '<&">' "$(xml r.xml 'r[0][0].get("name").split()[1]')"

check "standard output, instead of the report"
for format in --json --sarif; do
  run check counter.erl -t quiet_test "$format" -
  expect_status 0
  json out 'len(r)' >/dev/null
done
run check counter.erl -t quiet_test --junit -
expect_status 0
well_formed out
run check counter.erl -t lost_test --graph -
expect_out_line 'digraph heddle \{'
expect_not_out Verdict

check "files that cannot be written: each is named, the rest is written"
run check counter.erl -t lost_test --trace t.json --json missing/r.json --junit r2.xml
expect_refusal "missing/r.json: cannot write the result: No such file or directory"
expect_out "Verdict: error"
expect_file r2.xml
for option in --junit --sarif --graph --output; do
  run check counter.erl -t quiet_test "$option" missing/file
  expect_refusal "missing/file: cannot write the"
  expect_out "Verdict: verified"
done
run check counter.erl -t quiet_test --junit missing/a --sarif missing/b --json r2.json
expect_status 2
expect_equal "messages" "missing/a missing/b" "$(sed -nE 's/^heddle: (missing[^:]*):.*/\1/p' err | xargs)"
expect_file r2.json

check "two reports in one file are refused before anything runs"
run check counter.erl -t lost_test --json same --sarif same
expect_refusal "--json same and --sarif same" "give two files"
run check counter.erl -t lost_test --json - --junit -
expect_refusal "give two files"
run check counter.erl -t lost_test --json heddle-trace.json
expect_refusal "is where the trace goes"

check "options in the module count"
printf -- '-module(inside).\n-export([test/0]).\n-concuerror_options([show_races, {output, "inside.txt"}]).\ntest() -> exit(bad).\n' >inside.erl
run check inside.erl
expect_status 1
expect_out "No races"
expect_same_files out inside.txt

check "heddle explore has them, too"
run explore bank --show_races --junit r.xml --sarif r.sarif --graph r.dot -o report.txt --json r.json
expect_status 1
expect_out "at balance:"
expect_schema result.schema.json r.json
well_formed r.xml
expect_same_files out report.txt
grep -q 'label="balance"' r.dot || fail "the race is not in the graph"


check "what a library does stands at the line that called it, also its last step"
cat >server.erl <<'ERL'
-module(server).
-behaviour(gen_server).
-export([test/0, init/1, handle_call/3, handle_cast/2]).

test() ->
    {ok, S} = gen_server:start(?MODULE, [], []),
    ok = gen_server:cast(S, go),
    exit(S).

init([]) -> {ok, none}.
handle_call(_, _, State) -> {reply, ok, State}.
handle_cast(_, State) -> {noreply, State}.
ERL
run check server.erl --all-steps
expect_status 1
for step in 'erlang:demonitor.*server.erl:6' 'to P.1 .*server.erl:7' 'to P .*proc_lib.erl:[0-9]+' \
  'exits with P.1 .*server.erl:8'; do
  grep -qE -- "$step\$" out || fail "no step like: $step"
done

check "the dead are called by the names they died with; who was killed comes with its killer"
cat >ended.erl <<'ERL'
-module(ended).
-export([name_test/0, kill_test/0]).

name_test() ->
    {Server, Monitor} = spawn_monitor(fun() -> receive stop -> exit(oops) end end),
    register(server, Server),
    Server ! stop,
    receive {'DOWN', Monitor, process, _, _} -> undefined = whereis(server) end.

kill_test() ->
    Self = self(),
    Victim = spawn(fun() -> Self ! ready, receive never -> ok end end),
    receive ready -> ok end,
    receive after 10 -> exit(Victim, kill) end.
ERL
run check ended.erl -t name_test --no-minimise
expect_status 1
expect_out "P.1 (server) exits with oops"
run check ended.erl -t kill_test --no-minimise
expect_status 1
expect_out "P.1 exits with killed" "erlang:exit(P.1, kill)" "Somebody has not waited any longer"

passed
