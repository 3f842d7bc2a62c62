# heddle disasm: modules as text, and what is wrong with a damaged one.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

sample=$HEDDLE_SOURCE_DIR/tests/data/sample.beam

check "a module"
run disasm "$sample"
expect_status 0
expect_out "{module, sample}." "{function, loop, 2, " "{loop_rec," "{location,\"sample.erl\",17}" \
  "{extfunc,erlang,make_ref,0}" "% loop/2" "{string,<<\"header\">>}"

check "one function"
run disasm "$sample" --function area/1
expect_status 0
expect_out "{function, area, 1, " "{literal,3.14159}"
expect_equal "functions" 1 "$(grep -c '^{function,' out)"

check "what cannot be shown"
run disasm "$sample" --function area/7
expect_refusal "sample.beam" "there is no function area/7"
run disasm nosuch.beam
expect_refusal "nosuch.beam" "cannot read the .beam file"
run disasm
expect_refusal "file" "required" "see 'heddle disasm --help'"
head -c 1000 "$sample" >cut.beam
run disasm cut.beam
expect_refusal "cut.beam, byte 4" "bytes announced" "compile the module again"
echo hello >text.beam
run disasm text.beam
expect_refusal "text.beam, byte 0: not a .beam file"

passed
