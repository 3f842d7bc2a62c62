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
expect_equal decisive "{'first': 2, 'second': 4}" "$(json document.json 'r["decisive"]')"
expect_equal replay "heddle replay bank.json" "$(json document.json 'r["replay"]')"
expect_equal races "[(1, 'memory', 2, 4), (2, 'memory', 4, 7), (3, 'memory', 5, 8)]" \
  "$(json document.json '[(x["id"], x["kind"], x["first"], x["second"]) for x in r["races"]]')"
expect_equal "a race's command" "heddle variants bank.json --race 2 --run" "$(json document.json 'r["races"][1]["command"]')"
expect_equal "the source" "$(cat bank.toy)" "$(json document.json 'r["sources"]["bank.toy"].rstrip()')"
json document.json 'r["story"]' | grep -q "because main.1 seen = read balance (step 3) comes before" || fail "the story"
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
expect_equal decisive "{'first': 2, 'second': 4}" "$(json document.json 'r["decisive"]')"
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
