# heddle serve through curl: who is refused, runs and their ends, the line, the limits, the end.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v curl >/dev/null; then
  note "skipped: no curl here"
  exit 0
fi
examples=$HEDDLE_SOURCE_DIR/examples

# serve WORD...: starts a server; its address in `base`, its token in `token`.
serve() {
  start serve --port 0 "$@"
  local tries=0
  until grep -q '^Ctrl-C' out; do
    tries=$((tries + 1))
    [[ $tries -lt 200 ]] || fail "the server does not begin"
    kill -0 "$pid" 2>/dev/null || fail "the server has ended"
    sleep 0.1
  done
  local url
  url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+/\?token=[0-9a-f]{64}' out)
  base=${url%%/\?*}
  token=${url##*=}
}

# status_of CURL-WORD...: the status of the answer; its body in `body`.
status_of() { curl -s --max-time 30 -o body -w '%{http_code}' "$@"; }
ask() { status_of -H "X-Heddle-Token: $token" -H 'Content-Type: application/json' "$@"; }
expect_answer() { expect_equal "status of ${*:2}" "$1" "$(ask "${@:2}")"; }

# submit LANGUAGE FILE COMMAND [OPTIONS]: starts a run; its number in `id`.
submit() {
  python3 - "$@" >request <<'PYTHON'
import json, os, sys
language, file, command = sys.argv[1:4]
options = json.loads(sys.argv[4]) if len(sys.argv) > 4 else {}
print(json.dumps(dict(language=language, name=os.path.basename(file), command=command,
                      options=options, source=open(file).read())))
PYTHON
  expect_answer 202 --data-binary @request "$base/api/runs"
  id=$(json body 'r["id"]')
}

# await ID: waits until the run is over; what is known about it in `run.json`.
await() {
  local tries=0
  while true; do
    ask "$base/api/runs/$1" >/dev/null
    case $(json body 'r["state"]') in queued | running) ;; *) break ;; esac
    tries=$((tries + 1))
    [[ $tries -lt 300 ]] || fail "run $1 does not end"
    sleep 0.1
  done
  cp body run.json
}
state() { ask "$base/api/runs/$1" >/dev/null && json body 'r["state"]'; }

# Every interleaving of this is another one: it does not end in time.
cat >long.erl <<'ERL'
-module(long).
-export([test/0]).
test() ->
    T = ets:new(t, [public]),
    Self = self(),
    Work = fun(I) -> [begin ets:insert(T, {k, I}), ets:lookup(T, k) end || _ <- lists:seq(1, 9)], Self ! done end,
    Workers = [spawn(fun() -> Work(I) end) || I <- lists:seq(1, 6)],
    [receive done -> ok end || _ <- Workers],
    ok.
ERL
mkdir -p programs/deep
cp "$examples/erlang/cache_fixed.erl" programs/deep/
ln -s /etc programs/outside

check "bad input: one message, exit code 2"
run serve --folder nowhere
expect_refusal "--folder nowhere: there is no such folder"
run serve --port 70000
expect_refusal "--port"
run serve --jobs 0
expect_refusal "--jobs"
run serve --memory 1
expect_refusal "--memory"

serve --jobs 1 --time 60 --folder programs

check "a port that is in use"
first_pid=$pid
cp out out.first
run serve --port "${base##*:}"
expect_refusal "--port ${base##*:}: cannot be listened on"

check "it listens on 127.0.0.1 only"
if command -v ss >/dev/null; then
  ss -Hltn "sport = :${base##*:}" | grep -qv '127\.0\.0\.1:' && fail "listens elsewhere"
fi

check "the page, with its policies"
expect_equal "page" 200 "$(status_of -D headers "$base/?token=$token")"
grep -qi "^content-security-policy: default-src 'none'; script-src 'sha256-" headers || fail "no policy"
grep -qi "frame-ancestors 'none'" headers || fail "can be framed"
grep -qi '^x-content-type-options: nosniff' headers || fail "no nosniff"
grep -qi '^referrer-policy: no-referrer' headers || fail "the token would be told"
grep -q '<title>Heddle</title>' body || fail "not the page"

check "refused: no token, a wrong one, a foreign origin, a foreign host, another site"
for path in / /api/info /api/runs /api/runs/1 /api/runs/1/events /nowhere; do
  expect_equal "no token $path" 403 "$(status_of "$base$path")"
done
wrong=${token%?}0
[[ $wrong != "$token" ]] || wrong=${token%?}1
expect_equal "wrong token" 403 "$(status_of "$base/?token=$wrong")"
expect_equal "wrong token" 403 "$(status_of -H "X-Heddle-Token: $wrong" "$base/api/info?token=$token")"
expect_answer 403 -H 'Origin: http://evil.example' "$base/api/info"
expect_answer 403 -H 'Origin: null' "$base/api/info"
expect_answer 403 -H 'Host: evil.example' "$base/api/info"
expect_answer 403 -H "Host: evil.example:${base##*:}" "$base/api/info"
expect_answer 403 -H 'Sec-Fetch-Site: cross-site' "$base/api/info"
expect_answer 200 -H "Origin: $base" "$base/api/info"
expect_answer 200 -H "Host: localhost:${base##*:}" "$base/api/info"
expect_equal "policy of refusals" 1 "$(curl -s -D - -o /dev/null "$base/" | grep -ci '^content-security-policy')"

check "too large: 413"
head -c 700000 /dev/zero >large
expect_answer 413 --data-binary @large "$base/api/runs"
python3 -c 'import json; print(json.dumps(dict(language="erlang", name="x", command="check", options={}, source="%" * 300000)))' >large
expect_answer 400 --data-binary @large "$base/api/runs"
grep -q "longer than 256 KiB" body || fail "no reason"

check "a body without a length, of which nobody knows how long it gets: 411"
expect_answer 411 -H 'Transfer-Encoding: chunked' --data-binary @large "$base/api/runs"

check "many who say nothing, or send a body that is not read, keep nobody waiting"
python3 - "${base##*:}" <<'PY' >out || fail "$(cat out)"
import socket, sys, time
port = int(sys.argv[1])
connections = []
for number in range(400):
    connection = socket.create_connection(("127.0.0.1", port))
    if number % 2:
        connection.sendall(b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 1000\r\n\r\n{" % port)
    connections.append(connection)
begin = time.monotonic()
asks = socket.create_connection(("127.0.0.1", port))
asks.sendall(b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % port)
asks.settimeout(5)
answered = asks.recv(20)
assert answered.startswith(b"HTTP/1.1 403"), answered
refused = connections[1]
refused.settimeout(5)
data = b""
while True:  # until the server closes: it does so without waiting for the rest of the body
    more = refused.recv(1000)
    if not more: break
    data += more
assert data.startswith(b"HTTP/1.1 403") and b"token" in data, data
assert time.monotonic() - begin < 2, time.monotonic() - begin
PY


check "bad requests: 400 and why; unknown things: 404"
for bad in '' 'x' '[]' '{}' '{"language":"perl","name":"","source":"","command":"check"}' \
  '{"language":"erlang","name":"","source":"","command":"run"}' \
  '{"language":"erlang","name":"","source":"","command":"check","options":{"output":"/tmp/x"}}' \
  '{"language":"erlang","name":"","source":"","command":"check","options":{"test":"--output=x"}}' \
  '{"language":"elixir","name":"","source":"","command":"verify"}'; do
  expect_answer 400 --data-binary "$bad" "$base/api/runs"
  [[ -n $(json body 'r["error"]') ]] || fail "no reason"
done
expect_answer 404 "$base/api/runs/99"
expect_answer 404 --data-binary '{}' "$base/api/runs/99/stop"
expect_answer 404 "$base/api/nothing"

check "what a form of another page could send is refused"
expect_equal "form" 415 "$(status_of -H "X-Heddle-Token: $token" --data-binary '{}' "$base/api/runs")"

check "C++ needs --allow-native, and is told so"
expect_answer 400 --data-binary '{"language":"cpp","name":"","source":"","command":"check"}' "$base/api/runs"
grep -q -- "--allow-native" body || fail "no reason"

check "the programs: those of heddle and those of the folder, and nothing else"
expect_answer 200 "$base/api/examples"
expect_equal "own" "True" "$(json body 'any(e["id"] == "erlang/cache.erl" for e in r)')"
expect_equal "folder" "['1:deep/cache_fixed.erl']" "$(json body '[e["id"] for e in r if e["id"].startswith("1:")]')"
expect_answer 200 "$base/api/example?id=1:deep/cache_fixed.erl"
expect_equal "source" "True" "$(json body '"-module(cache_fixed)" in r["source"]')"
for bad in '1:../long.erl' '1:outside/passwd' /etc/passwd '../../etc/passwd' '' '2:x.erl'; do
  expect_answer 404 -G --data-urlencode "id=$bad" "$base/api/example"
done

check "an error is found, with its steps and its line"
submit erlang "$examples/erlang/cache.erl" check
await "$id"
expect_equal "state" done "$(json run.json 'r["state"]')"
expect_equal "verdict" error "$(json run.json 'r["verdict"]')"
expect_equal "line" 40 "$(json run.json 'r["result"]["errors"][0]["line"]')"
expect_equal "steps" True "$(json run.json '"19 steps" in r["text"]')"
key=$(json run.json 'r["key"]')
if [[ $(json run.json 'r["report"]') == True ]]; then
  check "the report opens with its own key, in a sandbox, and with no other"
  expect_equal "report" 200 "$(status_of -D headers "$base/api/runs/$id/report.html?key=$key")"
  grep -qi '^content-security-policy: sandbox allow-scripts; ' headers || fail "no sandbox"
  grep -q 'id="heddle-report"' body || fail "not a report"
fi
expect_equal "report, wrong key" 403 "$(status_of "$base/api/runs/$id/report.html?key=$token")"
expect_equal "report, no key" 403 "$(status_of -H "X-Heddle-Token: $token" "$base/api/runs/$id/report.html")"

check "verified; a test that is named"
submit erlang "$examples/erlang/cache_fixed.erl" check '{"test": "stale_test"}'
await "$id"
expect_equal "verdict" verified "$(json run.json 'r["verdict"]')"

check "Elixir"
submit elixir "$examples/elixir/account.ex" check
await "$id"
expect_equal "verdict" error "$(json run.json 'r["verdict"]')"

check "verify: the answers and the ACS"
submit erlang "$examples/soter/reslock.erl" verify
await "$id"
expect_equal "verdict" proved "$(json run.json 'r["verdict"]')"
expect_answer 200 "$base/api/runs/$id/acs"
expect_equal "classes" 3 "$(json body 'len(r["acs"]["classes"])')"
expect_equal "answer" proved "$(json body 'r["result"]["properties"][0]["answer"]')"

check "what does not compile is shown at its line"
printf -- '-module(bad).\n-export([test/0]).\ntest() ->\n  X = foo(,\n  ok.\n' >bad.erl
submit erlang bad.erl check
await "$id"
expect_equal "state" failed "$(json run.json 'r["state"]')"
expect_equal "place" "(4, 11)" "$(json run.json '(r["diagnostics"][0]["line"], r["diagnostics"][0]["column"])')"
printf 'defmodule Bad do\n  def test do\n    nothing(3)\n  end\nend\n' >bad.ex
submit elixir bad.ex check
await "$id"
expect_equal "line" 3 "$(json run.json 'r["diagnostics"][0]["line"]')"

check "a program cannot name files in its own options"
printf -- '-module(sly).\n-export([test/0]).\n-heddle([{output, "%s/stolen"}]).\ntest() -> ok.\n' "$folder" >sly.erl
submit erlang sly.erl check
await "$id"
expect_equal "state" failed "$(json run.json 'r["state"]')"
expect_equal "reason" True "$(json run.json '"--output is not allowed" in r["message"]')"
expect_no_file stolen

ask "$base/api/info" >/dev/null
if [[ $(json body 'r["confined"]') == True ]]; then
  check "a program reads no file outside the folders given"
  echo secret >private
  printf -- '-module(reader).\n-export([test/0]).\ntest() -> {ok, B} = file:read_file("%s/private"), exit({got, B}).\n' "$folder" >reader.erl
  submit erlang reader.erl check
  await "$id"
  expect_equal "not read" True "$(json run.json '"secret" not in r["text"] + r["message"] and r["verdict"] == "error"')"

  check "nor what lies beside heddle itself, which may be in somebody's home"
  printf -- '-module(lister).\n-export([test/0]).\ntest() -> exit({got, file:list_dir("%s")}).\n' "$(dirname "$HEDDLE")" >lister.erl
  submit erlang lister.erl check
  await "$id"
  expect_equal "not listed" True "$(json run.json '"{got,{error,eacces}}" in r["text"]')"
fi

check "one at a time: the second waits, the first is stopped with what it found"
submit erlang long.erl check
first=$id
submit erlang "$examples/erlang/cache_fixed.erl" check '{"test": "test"}'
second=$id
(curl -sN --max-time 30 "$base/api/runs/$first/events?token=$token" >events) &
listener=$!
tries=0
until grep -q '"interleavings":[1-9]' events 2>/dev/null; do
  tries=$((tries + 1))
  [[ $tries -lt 200 ]] || fail "no progress: $(cat events)"
  sleep 0.1
done
expect_equal "first" running "$(state "$first")"
expect_equal "second" queued "$(state "$second")"
expect_answer 200 --data-binary '{}' "$base/api/runs/$first/stop"
await "$first"
expect_equal "first" stopped "$(json run.json 'r["state"]')"
expect_equal "what it found" True "$(json run.json '"interleavings" in r["text"]')"
expect_equal "nothing to go on with" False "$(json run.json '"--resume" in r["text"]')"
wait "$listener"
grep -q '^event: progress' events || fail "no progress events"
[[ $(grep -c '^event: done' events) -eq 1 ]] || fail "not one event at the end"
await "$second"
expect_equal "second" verified "$(json run.json 'r["verdict"]')"

check "the past runs, the newest first"
expect_answer 200 "$base/api/runs"
expect_equal "newest" "$second" "$(json body 'r[0]["id"]')"
expect_equal "no sources in the list" False "$(json body '"source" in r[0]')"

check "Ctrl-C ends it and all runs, and leaves nothing behind"
submit erlang long.erl check
until [[ $(state "$id") == running ]]; do sleep 0.1; done
sleep 0.5
children=$(pgrep -P "$first_pid" || true)
[[ -n $children ]] || fail "the run is no child"
kill -INT "$first_pid"
pid=$first_pid
finish
expect_status 0
for child in $children; do
  ! kill -0 "$child" 2>/dev/null || fail "process $child is left"
done

check "a time limit: the search ends in good order"
serve --jobs 1 --time 1 --keep kept
submit erlang long.erl check '{"time": 1000}'
await "$id"
expect_equal "verdict" inconclusive "$(json run.json 'r["verdict"]')"
expect_equal "why" True "$(json run.json '"time limit 1 s" in r["text"]')"
kill -INT "$pid"
finish
expect_status 0

check "--keep: the next server has the past runs; what is damaged is said once and left alone"
echo nonsense >kept/run-7.json
serve --allow-native --keep kept
expect_equal "messages" 1 "$(grep -c '^heddle: ' err)"
grep -q -- '--keep kept: run-7.json is not what this heddle keeps' err || fail "no word about run-7.json"
expect_answer 200 "$base/api/runs/$id"
expect_equal "verdict" inconclusive "$(json body 'r["verdict"]')"
expect_equal "source" True "$(json body '"ets:new" in r["source"]')"
expect_equal "report" 200 "$(status_of "$base/api/runs/$id/report.html?key=$(json body 'r["key"]')")"
running=$pid
run serve --keep kept
expect_refusal "--keep kept: another heddle serve uses this folder"
run serve --keep no/where
expect_refusal "--keep no/where: is no folder and cannot be made"
pid=$running

check "C++ with --allow-native"
ask "$base/api/info" >/dev/null
if [[ $(json body 'r["cpp_refusal"]') == "" ]]; then
  submit cpp "$examples/cpp/snippets/lost_update.cpp" check
  await "$id"
  expect_equal "verdict" error "$(json run.json 'r["verdict"]')"
  expect_equal "outcomes" True "$(json run.json '"2 outcomes of 4 executions" in r["text"]')"
  printf 'int main() {\n  return x;\n}\n' >bad.cpp
  submit cpp bad.cpp check
  await "$id"
  expect_equal "line" 2 "$(json run.json 'r["diagnostics"][0]["line"]')"
else
  note "skipped: the libraries are not built"
  grep -q "CMake package" body || fail "no reason"
fi
kill -TERM "$pid"
finish
expect_status 0

passed
