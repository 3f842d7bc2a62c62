# heddle graph: a recorded run for Graphviz and as a Mermaid chart.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

cat >post.toy <<'TOY'
proc main() {
  b = spawn box()
  spawn sender(b)
  send b (1)
}
proc sender(b) { send b (2) }
proc box() {
  receive { (n) -> { assert n == 1 } }
}
TOY
run explore post.toy --trace post.json
expect_status 1

check "DOT: a column an actor, happens-before, the error"
run graph post.json
expect_status 0
expect_out 'digraph heddle {' 'label="toy post.toy";' 'label="main.1";' 'label="assertion: '
expect_out_line '  e[0-9]+ -> e[0-9]+;'

check "-o writes it; --races adds the races, dashed"
run graph post.json -o post.dot
expect_silent
expect_file post.dot
run explore bank --trace bank.json
run graph bank.json --races
expect_out 'style=dashed'
run graph bank.json
expect_not_out 'style=dashed'

check "--tree: the exploration, as check --tree draws it"
run explore bank --tree expected.dot
run graph bank.json --tree -o tree.dot
expect_status 0
expect_silent
cmp expected.dot tree.dot || fail "another tree"
grep -q 'rank=same.*style=dashed' tree.dot || fail "no step beside another"
run graph bank.json --tree --format mermaid
expect_refusal "--tree"

check "who ends sends no message"
cat >down.erl <<'ERL'
-module(down).
-export([test/0]).
test() ->
    {_, R} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', R, _, _, _} -> exit(seen) end.
ERL
run check down.erl --trace down.json
run graph down.json --format mermaid
expect_equal "arrows" 2 "$(grep -cE '^  a[0-9]+-+\)a' out)"

check "messages that nobody received say so, in both charts"
sed -i 's/assert n == 1/assert n == 3/' post.toy
run explore post.toy --no-minimise --trace orphan.json
expect_status 1
run races orphan.json
expect_out "Orphans, sent and never received:"
run variants orphan.json --race 1 --run --trace whole.json
run graph whole.json
expect_out '\nnever received'
run graph whole.json --format mermaid
expect_out_line '  a[0-9]-xa[0-9]: [0-9]+\. send .* \(never received\)'

check "Mermaid: participants, spawns, messages, notes, the error"
run graph post.json --format mermaid
expect_status 0
expect_equal "the first line" sequenceDiagram "$(head -1 out)"
expect_out_line '  participant a0 as main'
expect_out_line '  a0--\)a[0-9]: 1\. b = spawn box\(\)'
expect_out_line '  a[0-9]-\)a[0-9]: [0-9]+\. send main\.1 \(2\).*'
expect_out_line '  Note over a[0-9]: [0-9]+\. receive .*'
expect_out_line '  Note over a[0-9]: Error: .*'

check "SVG: drawn by Graphviz, with a box for each step and error; so is the tree of an exploration"
run graph post.json --format svg -o post.svg
expect_status 0
# How many elements of class "node" a picture has, read as XML.
boxes() {
  python3 -c '
import sys, xml.etree.ElementTree as tree
print(sum(one.get("class") == "node" for one in tree.parse(sys.argv[1]).iter()))' "$1"
}
expect_equal "boxes" "$(json post.json 'len(r["events"]) + len(r["errors"])')" "$(boxes post.svg)"
expect_equal "the root" "svg" "$(python3 -c '
import xml.etree.ElementTree as tree
print(tree.parse("post.svg").getroot().tag.split("}")[1])')"
run explore bank --keep_going --tree tree.dot --trace ''
run_command dot -Tsvg tree.dot -o tree.svg
expect_status 0
[[ $(boxes tree.svg) -gt 6 ]] || fail "the tree of six interleavings has only $(boxes tree.svg) nodes"

check "without Graphviz: a message that says what to install"
mkdir bin
printf '#!/bin/sh\n[ "$1" = -Tsvg ] && grep -q digraph "$2" && echo "<svg>drawn</svg>"\n' >bin/dot
chmod +x bin/dot
PATH=$PWD/bin:$PATH run graph post.json --format svg -o post.svg
expect_status 0
expect_equal "the file" "<svg>drawn</svg>" "$(cat post.svg)"
printf '#!/bin/sh\nexit 127\n' >bin/dot  # as if it were not there
PATH=$PWD/bin:$PATH run graph post.json --format svg
expect_refusal "--format svg: needs the program 'dot' of Graphviz" "install graphviz" "--format dot"
printf '#!/bin/sh\nexit 1\n' >bin/dot
PATH=$PWD/bin:$PATH run graph post.json --format svg
expect_refusal "'dot' could not draw the graph"

check "--tree: the exploration; as many ends as interleavings, as many red ones as errors"
run explore bank --dpor optimal --keep_going --tree tree.dot --html tree.html --trace ''
expect_status 1
expect_row interleavings 6
expect_equal "runs without an error" 2 "$(grep -c 'color=green' tree.dot)"
expect_equal "runs with one" 4 "$(grep -c 'color=red, fontcolor=red' tree.dot)"
expect_equal "scheduled in the place of another" 5 "$(grep -c 'style=dashed' tree.dot)"
run explore 'readers(3)' --dpor persistent --keep_going --tree tree.dot --trace ''
grep -q 'style=dotted' tree.dot || fail "no run that the sleep set cut off"
run explore bank --strategy walk --tree tree.dot
expect_refusal "--tree: samples and variants make no tree"

check "refused: a format that does not exist, a trace that does not"
run graph post.json --format png
expect_refusal "png"
run graph missing.json
expect_refusal "missing.json: cannot read the trace"

passed
