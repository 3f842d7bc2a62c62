# --html: one page with the document that web/ draws.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

# document PAGE: its JSON, as `document.json`.
document() {
  python3 - "$1" <<'PYTHON'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
found = re.findall(r'<script id="heddle-report" type="application/json">(.*?)</script>', page, re.S)
assert len(found) == 1, f"{len(found)} documents"
assert "<" not in found[0] and "\u2028" not in found[0]
open("document.json", "w").write(found[0])
PYTHON
}

cp "$HEDDLE_SOURCE_DIR/examples/toy/bank.toy" .
check "an error: trace, passing run, decisive pair, races, sources"
run explore bank.toy --trace bank.json --html bank.html
expect_status 1
document bank.html
expect_equal title "toy bank.toy error 1" "$(json document.json '"%s %s %d" % (r["title"], r["verdict"], r["version"])')"
expect_equal decisive "{'first': 2, 'second': 4, 'alone': True}" "$(json document.json 'r["decisive"]')"
expect_equal replay "heddle replay bank.json" "$(json document.json 'r["replay"]')"
expect_equal races "[(1, 'memory', 2, 4), (2, 'memory', 4, 7), (3, 'memory', 5, 8)]" \
  "$(json document.json '[(x["id"], x["kind"], x["first"], x["second"]) for x in r["races"]]')"
expect_equal "a race's command" "heddle variants bank.json --race 2 --run" "$(json document.json 'r["races"][1]["command"]')"
expect_equal "the source" "$(cat bank.toy)" "$(json document.json 'r["sources"]["bank.toy"].rstrip()')"
json document.json 'r["story"]' | grep -q "because step 3 (main.1 seen = read balance) comes before" || fail "the story"
expect_equal summary "2 observers" "$(json document.json '"%d %s" % (r["summary"]["interleavings"], r["summary"]["algorithm"])')"
for part in trace twin; do
  json document.json "__import__('json').dumps(r['$part'])" >part.json
  expect_schema trace.schema.json part.json
done
expect_equal "the twin's errors" "[]" "$(json document.json 'r["twin"]["errors"]')"

check "the tree knows the races: a step and the one that it races with are of one run, and of two processes"
python3 - <<'PYTHON' || fail "the races of the tree"
import json
nodes = json.load(open("document.json"))["tree"]["nodes"]
racing = [node for node in nodes if node.get("races")]
assert racing, "none"
for node in racing:
    above, at = set(), node["parent"]
    while at is not None:
        above.add(at)
        at = nodes[at]["parent"]
    assert set(node["races"]) <= above, node
    who = node["label"].split(":")[0]
    assert all(nodes[other]["label"].split(":")[0] != who for other in node["races"]), node
PYTHON

check "a random strategy has its seed in the document, a search has none"
expect_equal seed False "$(json document.json '"seed" in r["summary"]')"
run explore bank.toy --strategy walk --seed 7 --html walk.html --trace ''
document walk.html
expect_equal seed 7 "$(json document.json 'r["summary"]["seed"]')"
document bank.html

check "which clause took which message: by the pattern, by the guard, by the values of bound variables"
cat >clauses.erl <<'ERLANG'
-module(clauses).
-export([test/0]).
test() ->
    S = self(),
    R = make_ref(),
    spawn(fun() -> S ! {n, 5}, S ! {n, -5}, S ! stop, S ! {R, 1}, S ! {R, 2} end),
    Sign = fun() -> receive {n, X} when X > 0 -> plus; {n, _} -> minus; stop -> stop end end,
    plus = Sign(),
    minus = Sign(),
    stop = Sign(),
    one(R, 7),
    one(R, 1),
    exit(over).
one(R, Wanted) ->
    receive
        {R, Wanted} -> ok;
        {R, Other} -> self() ! Other, receive Other -> ok end
    end.
ERLANG
sed -i 's/{R, 2} end/{R, 1} end/' clauses.erl
run check clauses.erl --trace clauses.json
expect_status 1
expect_schema trace.schema.json clauses.json
expect_out "receives {n,5}" "by clause 1" "by clause 2" "by clause 3"
expect_equal "clauses" "[1, 2, 3, 2, None, None]" \
  "$(json clauses.json '[e.get("clause") for e in r["events"] if e["operation"].startswith("receives")]')"
run races clauses.json --json races.json
expect_out "by clause 2"
expect_equal "clauses" "[1, 2, 3, 2, None, None]" "$(json races.json '[one["clause"] for one in r["receives"]]')"

check "a clause that is named is the one that took the message; where several may have, none is named"
cat >taken.erl <<'ERLANG'
-module(taken).
-export([test/0]).
-record(r, {a, b}).
%% Each receive sends the number of the clause that took the message: it must be what the trace says.
took(N) -> self() ! {took, N}, receive {took, _} -> ok end.
say(M) -> self() ! M.
test() ->
    say({n, 5}), scope_fun(),
    say({b, 1}), say({n, 5}), scope_sibling(),
    say({foo, 1}), constant(),
    say(foo), negation(),
    say(foo), disjunction(),
    say([]), strict(),
    say(abc), strict2(),
    say(#{k => b}), maps1(),
    say({n, 12}), limit(10), say({n, 7}), limit(10),
    say({n, 12}), limit2(10), say({n, 7}), limit2(10),
    say({foo, 1}), refined(foo),
    say({foo, 1}), refined2(foo),
    say({n, 3}), after_scope(),
    say(#r{a = 1, b = 2}), record(),
    say({1, 1}), same(), say({1, 2}), same(),
    say("abc"), prefix(),
    say({n, 4}), lc_scope(),
    say({n, 4}), evens(),
    say({n, a}), arith(),
    say({x, 2}), two_bound(1, 2), say({x, 3}), two_bound(1, 2), say({y, 1}), two_bound(1, 2),
    say(-3), say(2.0), numbers(), numbers(),
    say({n, 1}), say({m, 2}), oneline(),
    exit(over).
scope_fun() ->
    F = fun(X) -> X + 1 end,
    2 = F(1),
    took(receive {n, X} when X > 0 -> 1; {n, _} -> 2 end).
scope_sibling() ->
    receive
        {a, X} -> X;
        {b, _} -> took(receive {n, X} when X > 0 -> 1; {n, _} -> 2 end)
    end.
constant() -> R = foo, took(receive {R, _} -> 1; {_, _} -> 2 end).
negation() -> took(receive X when not X -> 1; _ -> 2 end).
disjunction() -> took(receive X when X orelse true -> 1; _ -> 2 end).
strict() -> took(receive X when hd(X) =:= 1 orelse true -> 1; _ -> 2 end).
strict2() -> took(receive X when X + 1 > 2; is_integer(X) -> 1; X when X =:= abc, is_atom(X) -> 2; _ -> 3 end).
maps1() -> took(receive #{k := a} -> 1; #{k := b} -> 2; #{} -> 3 end).
limit(L) -> took(receive {n, X} when X > L -> 1; {n, _} -> 2 end).
limit2(L) -> M = L + 1, took(receive {n, X} when X > L + 1 -> 1; {n, _} -> 2 end), M.
refined(R) -> case R of foo -> took(receive {R, _} -> 1; {_, _} -> 2 end); _ -> ok end.
refined2(R) when R =:= foo -> took(receive {R, _} -> 1; {_, _} -> 2 end).
after_scope() ->
    receive {zz, X} -> X
    after 0 -> took(receive {n, X} when X > 0 -> 1; {n, _} -> 2 end)
    end.
record() -> took(receive #r{a = 2} -> 1; #r{a = 1} -> 2; _ -> 3 end).
same() -> took(receive {X, X} -> 1; {_, _} -> 2 end).
prefix() -> took(receive "ab" ++ _ -> 1; _ -> 2 end).
lc_scope() ->
    _ = [Y || Y <- [1,2]],
    took(receive {n, Y} when Y > 0 -> 1; {n, _} -> 2 end).
evens() -> took(receive {n, X} when X rem 2 =:= 1 -> 1; {n, X} when X div 2 =:= 2 -> 2; _ -> 3 end).
arith() -> took(receive {n, X} when X + 1 > 0 -> 1; {n, X} when X rem 0 =:= 1 -> 2; {n, _} -> 3 end).
two_bound(A, B) -> took(receive {x, A} -> 1; {x, B} -> 2; {y, A} -> 3; {x, _} -> 4 end).
numbers() -> took(receive 2 -> 1; -3 -> 2; 2.0 -> 3; _ -> 4 end).
oneline() -> F = fun() -> receive {n, _} -> 1; {m, _} -> 2 end end, G = fun() -> receive {m, _} -> 1; {n, _} -> 2 end end, took(F()), took(G()).
ERLANG
run check taken.erl --trace taken.json
expect_status 1
python3 - <<'PYTHON' || fail "the wrong clause"
import json, re
named = unknown = 0
clause = None
for event in json.load(open("taken.json"))["events"]:
    text = event["operation"]
    if not text.startswith("receives"):
        continue
    took = re.match(r"receives \{took,(\d+)\}", text)
    if took is None:
        clause, where = event.get("clause"), text
    elif clause is None:
        unknown += 1
    else:
        named += 1
        assert clause == int(took[1]), (where, clause, took[1])
assert named >= 15 and unknown <= 14, (named, unknown)
PYTHON

check "the rest of the page is as web/ built it"
python3 - bank.html "$HEDDLE_SOURCE_DIR/web/dist/report.html" <<'PYTHON' || fail "the page differs"
import re, sys
page, built = (open(f, encoding="utf-8").read() for f in sys.argv[1:])
empty = '<script id="heddle-report" type="application/json">null</script>'
assert empty in built
page = re.sub(r'(<script id="heddle-report" type="application/json">).*?(</script>)', r'\1null\2', page, count=1, flags=re.S)
sys.exit(page != built)
PYTHON

check "replay and explain write the same page"
run replay bank.json --html replay.html
expect_status 1
document replay.html
expect_equal decisive "{'first': 2, 'second': 4, 'alone': True}" "$(json document.json 'r["decisive"]')"
run explain bank.json --html explain.html
expect_status 1
expect_out "The decisive race 1"
expect_same_files replay.html explain.html
run explain bank.json --html -
expect_same_files out explain.html

check "verified: no trace, no races"
run explore "$HEDDLE_SOURCE_DIR/examples/toy/bank_fixed.toy" --html fixed.html
expect_status 0
document fixed.html
expect_equal "nothing found" "verified None [] None" \
  "$(json document.json '"%s %s %s %s" % (r["verdict"], r["trace"], r["races"], r["replay"])')"

check "data cannot end the script element; a source that is too large or gone is left out"
cat >hostile.toy <<'TOY'
proc main() { fail "</script><script>alert(1)</script>" }
TOY
run explore hostile.toy --trace hostile.json --html hostile.html
expect_status 1
document hostile.html
json document.json 'r["story"]' | grep -qF '</script><script>alert(1)</script>' || fail "the text is not the same"
head -c 1100000 /dev/zero | tr '\0' '\n' >>hostile.toy
run explore hostile.toy --trace hostile.json --html large.html
document large.html
expect_equal sources "[]" "$(json document.json 'list(r["sources"])')"

check "a receive: the two sends are the decisive pair, the message taken is named"
cat >post.toy <<'TOY'
proc main() { b = spawn box() spawn sender(b) send b (1) }
proc sender(b) { send b (2) }
proc box() { receive { (n) -> { assert n == 1 } } }
TOY
run explore post.toy --trace post.json --html post.html
expect_status 1
document post.html
expect_equal race "receive True" "$(json document.json '"%s %s" % (r["races"][0]["kind"], r["races"][0]["reversible"])')"
expect_equal decisive "[2, 1]" "$(json document.json '[int(r["trace"]["events"][r["decisive"][k]]["operation"][-2]) for k in ("first", "second")]')"
expect_equal "the variant's run passes" "[]" "$(json document.json 'r["races"][0]["run"]["errors"]')"

check "refused: a place that cannot be written; one test of a suite only; two reports in one file"
run explore bank.toy --html /nowhere/x.html
expect_status 2
run explore bank.toy --html same --json same
expect_refusal "one would replace the other"
run replay bank.json --html bank.json/x
expect_refusal "bank.json/x"

passed
