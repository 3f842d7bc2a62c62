# Deep and long programs: a message with the place or an answer, never a crash.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

write() {  # write FILE PYTHON-EXPRESSION
  python3 -c 'import sys; open(sys.argv[1], "wb").write(eval(sys.argv[2]))' "$1" "$2"
}

check "nesting has a limit, and the message says where it is passed"
write parentheses.toy 'b"proc main() {\n  r = " + b"(" * 5000 + b"1" + b")" * 5000 + b"\n}\n"'
run explore parentheses.toy
expect_refusal "parentheses.toy:2:507: nested more than 500 levels deep"
write blocks.toy 'b"proc main() {\n" + b"if 1 {\n" * 100000 + b"}\n" * 100001'
run explore blocks.toy
expect_refusal "blocks.toy:501:6: nested more than 500 levels deep"
write signs.toy 'b"proc main() {\n  r = " + b"- " * 100000 + b"1\n}\n"'
run explore signs.toy
expect_refusal "signs.toy:2:1007: nested more than 500 levels deep"

check "a chain of operators is not nested, however long it is"
write sum.toy 'b"var x\nproc main() {\n  r = " + b"+".join([b"1"] * 100000) + b"\n  write x = r\n  s = read x\n  assert s == 100000\n}\n"'
run explore sum.toy
expect_status 0
write wrong.toy 'b"proc main() {\n  r = 1\n  assert r == " + b"+".join([b"r"] * 50000) + b"\n}\n"'
run explore wrong.toy
expect_status 1
expect_out "does not hold (r = 1)"
run replay heddle-trace.json
expect_status 1

check "bytes that are no characters are shown as escapes, with their place"
write nul.toy 'b"proc main() {\n  \x00 }\n"'
run explore nul.toy
expect_refusal "nul.toy:2:3: '\\x00' is not part of the language; remove it"
write byte.toy 'b"proc main() {\n  yield \xff }\n"'
run explore byte.toy
expect_refusal "byte.toy:2:9: '\\xff' is not part of the language; remove it"
write text.toy 'b"proc main() {\n  fail \"a\x1bb\" }\n"'
run explore text.toy
expect_refusal "text.toy:2:10: '\\x1b' cannot stand in a text"

passed
