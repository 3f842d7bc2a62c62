# heddle races and heddle variants: what raced in a recorded run, and the runs in which it went the other way.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
command -v erlc >/dev/null || { note "skipped: erlc is not installed"; exit 0; }

# Seed 001, figure 1; here the wrong message is an error, so that there is a trace.
cat >figure1.erl <<'ERL'
-module(figure1).
-export([test/0]).
test() ->
    P2 = spawn(fun proc2/0),
    spawn(fun() -> proc3(P2) end),
    P2 ! {val, 1}.
proc2() ->
    receive
        {val, M} when M > 0 -> 1 = M;
        error -> error
    end.
proc3(P2) ->
    P2 ! {val, 0},
    P2 ! {val, 2}.
ERL
run check figure1.erl --trace figure1.json
expect_status 1
expect_schema trace.schema.json figure1.json

check "a trace tells its messages apart: the receive has the tag of the second send"
expect_equal "tags" "['P.2:1', 'P.2:2', 'P.2:2']" "$(json figure1.json '[e["message"] for e in r["events"] if e["message"]]')"

check "the race set of a receive: tag, value, sender, line; {val,0} does not match and is not in it"
run races figure1.json
expect_status 0
expect_out_line "  step 5, P\.1: receives \{val,2\} .*, figure1\.erl:8"
expect_out_line " +accepts  \{val, M\} when M > 0; error"
expect_out_line " +took  P\.2:2  P\.2 sends \{val,2\} to P\.1 \(step 4, figure1\.erl:14\)"
expect_out_line " +race  1  P:3  P sends \{val,1\} to P\.1 \(step 7, figure1\.erl:6\)"
expect_out "The trace ends with step 6; the rest is how the run goes on."
expect_out_line "1 race, 1 reversible"

check "orphans: sent and never received"
expect_out_line "  P\.2:1  P\.2 sends \{val,0\} to P\.1 \(step 3, figure1\.erl:13\)"

check "the same as JSON"
run races figure1.json --json races.json
expect_status 0
expect_equal "the race set" "[('P:3', '{val,1}', 'P', 6, 1, True)]" \
  "$(json races.json '[(m["tag"], m["value"], m["sender"], m["source"]["line"], m["race"], m["reversible"]) for m in r["receives"][0]["race_set"]]')"
expect_equal pattern "{val, M} when M > 0; error" "$(json races.json 'r["receives"][0]["pattern"]')"
expect_equal orphans "['P.2:1', 'P:3']" "$(json races.json '[m["tag"] for m in r["orphans"]]')"
cp races.json before.json
run races figure1.json --json -
expect_same_files out before.json

check "variants: what each keeps; without --run nothing is run"
run variants figure1.json
expect_status 0
expect_out_line "    instead +P\.1 receives P:3 \(\{val,1\}\)"
expect_not_out "ran "

check "--run drives the program along the variant; the run is saved and replays"
run variants figure1.json --race 1 --run --trace variant.json
expect_status 0
expect_out_line "    ran +9 steps, ended without an error"
expect_schema trace.schema.json variant.json
expect_equal "received" "['{val,1}']" "$(json variant.json '[e["value"] for e in r["events"] if e["operation"].startswith("receives")]')"
run replay variant.json
expect_status 0

check "the variant of the variant leads back to the error: exit code 1"
run variants variant.json --run --trace back.json
expect_status 1
expect_out "ended with an error: P.1 exits with {badmatch,2}" "saved      back-1.json"
run replay back-1.json
expect_status 1

check "random ways to go on are the same for the same seed"
run variants figure1.json --race 1 --run --strategy walk --seed 7 --trace one.json
expect_status 0
run variants figure1.json --race 1 --run --strategy walk --seed 7 --trace two.json
expect_same_files one.json two.json

check "racing pairs of ETS; each can be turned round, one of them without the error"
cp "$HEDDLE_SOURCE_DIR/examples/erlang/cache.erl" .
run check cache.erl --trace cache.json
expect_status 1
run races cache.json
expect_out "race 1, at key answer of table #Ref<P.1>"
expect_out_line "    first +step 10, P\.1: ets:lookup\(.*, cache\.erl:17"
expect_out_line "    then +step 12, P\.2: ets:insert\(.*, cache\.erl:19"
expect_out_line "2 races, 2 reversible"
run variants cache.json --race 1 --run
expect_status 0
run variants cache.json --race 2 --run
expect_status 1
run variants cache.json --run
expect_status 1
expect_equal "runs" 2 "$(grep -c '    ran ' out)"

check "locks: who waits for ever races with who keeps it waiting"
cat >locks.toy <<'TOY'
mutex a
mutex b
proc main() { spawn p() lock a lock b unlock b unlock a }
proc p() { lock b lock a unlock a unlock b }
TOY
run explore locks.toy --trace locks.json
expect_status 1
run races locks.json
expect_out "waits      main, to the end"
run variants locks.json --run
grep -q "ended without an error" out || fail "no reversal avoids the deadlock"

check "not reversible, and why: a message that is only sent after the one that was taken has arrived"
cat >caused.erl <<'ERL'
-module(caused).
-export([test/0]).
test() ->
    Store = spawn(fun() -> receive X -> exit(X) end end),
    Shop = spawn(fun() -> receive sold -> Store ! second end end),
    Store ! first,
    Shop ! sold.
ERL
run check caused.erl --trace caused.json
expect_status 1
run races caused.json
expect_out_line " +not reversible: it is sent only after a message that is there by then and would be taken first; .*"
expect_out "1 race, 0 reversible"
run variants caused.json --race 1 --run
expect_refusal "--race 1: is not reversible: it is sent only after"
run check caused.erl --instant_delivery=false --trace delayed.json
run races delayed.json
expect_out "1 race, 1 reversible"

check "a table that the program calls by a name has that name"
cat >tables.erl <<'ERLANG'
-module(tables).
-export([test/0]).
test() ->
    ets:new(counters, [public, named_table]),
    ets:insert(counters, {n, 0}),
    Me = self(),
    [spawn(fun() -> ets:insert(counters, {n, N}), Me ! done end) || N <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    [{n, 1}] = ets:lookup(counters, n).
ERLANG
run check tables.erl --trace tables.json
expect_status 1
run races tables.json
expect_out "at key n of table counters"

check "refused: no such race, no such strategy, no trace, a damaged one, one of another version"
run variants figure1.json --race 2
expect_refusal "--race 2: figure1.json has the races 1 to 1"
run variants figure1.json --run --strategy magic
expect_refusal "magic"
run variants figure1.json --trace x.json
expect_refusal "--trace keeps the run of a variant: give --run as well"
run races missing.json
expect_refusal "missing.json: cannot read the trace: No such file or directory"
head -c 400 figure1.json >damaged.json
run races damaged.json
expect_refusal "damaged.json"
cp figure1.json version.json
edit_json version.json 'r["version"] = 2'
run variants version.json
expect_refusal "version.json" "version"

check "refused: the program was changed; the message says where and what to do"
sed -i 's/P2 ! {val, 2}/self() ! {val, 2}/' figure1.erl
run races figure1.json
expect_refusal "figure1.json: is not a trace of this program: step 4 was P.2: sends {val,2} to P.1" "but now P.2: sends {val,2} to P.2" "record a trace of this program"

passed
