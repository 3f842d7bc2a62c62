# heddle cover: answers with certificates, each exit code, bad input, limits, Ctrl-C, files that
# cannot be written.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
nets=$HEDDLE_SOURCE_DIR/tests/data/nets

check "not coverable: exit code 0, a certificate that is accepted"
run cover "$nets/mutex.spec" --certificate safe.json
expect_status 0
expect_out "Verdict: safe" "decided by   state equation" "accepted by the checker, in safe.json"
run cover "$nets/mutex.spec" --check safe.json
expect_status 0
expect_out "the certificate proves that the target is not coverable"

check "coverable: exit code 1, the firing sequence, a certificate that is accepted"
run cover "$nets/two_locks.spec" --certificate unsafe.json --json result.json
expect_status 1
expect_out "Verdict: coverable" "Start with:" "2 in idle" "Fire 4 transitions:"
expect_equal "answer" coverable "$(json result.json 'r["answer"]')"
expect_equal "firing" "['t0', 't0', 't1', 't1']" "$(json result.json 'sorted(r["firing"])')"
expect_equal "accepted" True "$(json result.json 'r["certificate_accepted"]')"
run cover "$nets/two_locks.spec" --check unsafe.json
expect_status 1
expect_out "is coverable"

check "every format is read"
for net in spawn.tts:1 relay.pl:0 producer.pnml:0 two_flags.spec:0; do
  run cover "$nets/${net%:*}"
  expect_status "${net#*:}"
done

check "another target: a formula, a file"
run cover "$nets/producer.pnml" --target 'full >= 3'
expect_status 1
run cover "$nets/producer.pnml" --target 'full + free >= 4 or full >= 7'
expect_status 0
echo 'full >= 2, free >= 1' >target.txt
run cover "$nets/producer.pnml" --target target.txt
expect_status 1
echo '1|2' >target.prop
run cover "$nets/spawn.tts" --target target.prop
expect_status 1

check "the same bytes in every run, with one thread or two"
run cover "$nets/two_flags.spec" --certificate a.json --json a.result
run cover "$nets/two_flags.spec" --certificate b.json --json b.result --threads 2
expect_same_files a.json b.json
expect_same_files a.result b.result

check "a net written in another format has the same answer"
for net in mutex.spec two_locks.spec spawn.tts relay.pl producer.pnml two_flags.spec; do
  run cover "$nets/$net"
  answer=$status
  for format in spec pnml; do
    run cover "$nets/$net" --to $format --output "again.$format"
    expect_status 0
    expect_silent
    run cover "again.$format"
    expect_status "$answer"
  done
done
run cover "$nets/mutex.spec" --to dot
expect_status 0
expect_out "digraph net {"

check "a certificate that was tampered with is rejected"
cp safe.json broken.json
edit_json broken.json 'r["inequalities"][0]["bound"] -= 1'
run cover "$nets/mutex.spec" --check broken.json
expect_refusal "broken.json: the certificate is rejected" "does not hold at the start"
cp unsafe.json broken.json
edit_json broken.json 'r["firing"] = r["firing"][2:]'
run cover "$nets/two_locks.spec" --check broken.json
expect_refusal "the certificate is rejected"
run cover "$nets/two_locks.spec" --check safe.json
expect_refusal "the certificate is rejected"
echo '{' >broken.json
run cover "$nets/mutex.spec" --check broken.json
expect_refusal "it is not JSON"

check "bad input: one line with file, line, column and the remedy"
printf 'vars a\nrules a >= 1 -> b'"'"' = b + 1;\ninit a = 1' >bad.spec
run cover bad.spec
expect_refusal "bad.spec:2:17: the variable b is not declared"
printf 'vars a b rules a >= 1 -> a'"'"' = b; init a = 1, b = 0' >transfer.spec
run cover transfer.spec
expect_refusal "transfer arc"
printf 'vars a rules a = 0 -> a'"'"' = a + 1; init a = 1' >inhibitor.spec
run cover inhibitor.spec
expect_refusal "inhibitor arc"
printf 'vars a rules init a = 1' >untargeted.spec
run cover untargeted.spec
expect_refusal "the net has no target" "--target 'a >= 1'"
run cover "$nets/mutex.spec" --target 'nowhere >= 1'
expect_refusal "--target:1:1: the net has no place nowhere"
run cover missing.spec
expect_refusal "missing.spec: cannot read the net"
run cover net.txt
expect_refusal "give one of .spec .tts .pl .pnml"
run cover "$nets/mutex.spec" --to svg
expect_refusal "give one of spec pnml dot"
run cover "$nets/mutex.spec" --output x.dot
expect_refusal "--to"
run cover "$nets/mutex.spec" --threads 7
expect_refusal "--threads"

# A counter of 40 bits that must count to its end.
python3 - >counter.spec <<'PYTHON'
n = 40
print("vars goal", *(f"zero{i} one{i}" for i in range(n)), "rules")
for i in range(n):
    print(f"zero{i} >= 1", *(f", one{j} >= 1" for j in range(i)), "->", f"zero{i}' = zero{i} - 1, one{i}' = one{i} + 1",
          *(f", one{j}' = one{j} - 1, zero{j}' = zero{j} + 1" for j in range(i)), ";")
print(", ".join(f"one{i} >= 1" for i in range(n)), "-> goal' = goal + 1;")
print("init goal = 0", *(f", zero{i} = 1, one{i} = 0" for i in range(n)), "target goal >= 1")
PYTHON

check "limits: exit code 3, and no certificate"
run cover counter.spec --time 0.3 --certificate none.json --json limited.json
expect_status 3
expect_out "Verdict: inconclusive" "cut off by   the time limit"
expect_no_file none.json
expect_equal "answer" unknown "$(json limited.json 'r["answer"]')"
run cover counter.spec --memory 1
expect_status 3
expect_out "cut off by   the memory limit"

check "Ctrl-C ends it cleanly"
for threads in 1 2; do
  start cover counter.spec --threads $threads
  sleep 0.5
  kill -INT "$pid"
  finish
  expect_status 3
  expect_out "Verdict: inconclusive" "cut off by   interrupted"
done

check "files that cannot be written"
run cover "$nets/mutex.spec" --certificate missing/x.json
expect_refusal "missing/x.json: cannot write the certificate: No such file or directory"
run cover "$nets/mutex.spec" --json missing/x.json
expect_refusal "missing/x.json: cannot write the result"
run cover "$nets/mutex.spec" --to spec --output missing/x.spec
expect_refusal "missing/x.spec: cannot write the net"
mkdir locked
chmod a-w locked
if ! touch locked/probe 2>/dev/null; then
  run cover "$nets/mutex.spec" --certificate locked/x.json
  expect_refusal "locked/x.json: cannot write the certificate: Permission denied"
elif can_mount; then
  ran="cover in a read-only folder"
  status=0
  "${namespace[@]}" bash -c 'mount -t tmpfs -o ro none mounted && "$0" cover "$1" --certificate mounted/x.json' \
    "$HEDDLE" "$nets/mutex.spec" >out 2>err || status=$?
  expect_refusal "mounted/x.json: cannot write the certificate: Read-only file system"
else
  note "this user may write everywhere and may not mount: read-only folders are not tried"
fi

passed
