# heddle run: one schedule of an Erlang function, from source and from .beam files.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to run"
  exit 0
fi

cat >hello.erl <<'ERL'
-module(hello).
-export([world/1, crash/0, wait/0, both/0, endless/0, chatter/0, grow/1, deep/1]).
world(Name) -> io:format("hello ~s~n", [Name]), {ok, length(Name)}.
crash() -> lists:nth(3, [a]).
wait() -> receive never -> ok end.
both() ->
    {ok, P} = gen_event:start_link(),
    timer:sleep(1000000),
    ok = gen_event:stop(P),
    T = ets:new(t, [set]),
    ets:insert(T, {a, 1}),
    ets:lookup(T, a).
endless() -> endless().
chatter() -> self() ! x, receive x -> chatter() end.
grow(L) -> grow([L | L]).
deep(0) -> 0;
deep(N) -> 1 + deep(N + 1).
ERL

check "a source file: the output, then the result"
run run hello.erl world '"you"'
expect_status 0
expect_equal "output" "$(printf 'hello you\n{ok,3}')" "$(cat out)"

check "a .beam file, with options before and after the names"
erlc hello.erl
run run --pa . hello both
expect_status 0
expect_out "[{a,1}]"
run run hello both --pa . --seed 7
expect_status 0
expect_out "[{a,1}]"

if command -v elixirc >/dev/null; then
  check "an Elixir file: its one module, whatever its name"
  cat >squares.ex <<'EX'
defmodule Numbers do
  def squares(n), do: Enum.map(1..n, fn x -> Task.await(Task.async(fn -> x * x end)) end)
end
EX
  run run squares.ex squares 4
  expect_status 0
  expect_out "[1,4,9,16]"
  printf 'defmodule A do\nend\ndefmodule B do\nend\n' >two.ex
  run run two.ex f
  expect_refusal "two.ex defines 2 modules (Elixir.A, Elixir.B)" "--pa"
  printf 'defmodule A do\nend\ndefmodule B do\n  def f(l), do: length(l)\nend\n' >two.ex
  run run two.ex f '[a, b]'
  expect_status 0
  expect_out "2"
fi

check "an exception, with the functions that led to it"
run run hello crash
expect_status 1
expect_out "exit: {function_clause,[{lists,nth,[2,[]],[{file,\"lists.erl\"}"

check "a process that waits for ever"
run run hello wait
expect_status 1
expect_out "stuck" "hello:wait/0 (hello.erl:5)"

check "what never ends is ended, with a way out"
run run hello endless --step-limit 100000
expect_refusal "hello:endless/0 (hello.erl:13)" "--step-limit"
run run hello chatter --steps 1000
expect_refusal "1000 steps" "--steps"

check "bad input"
run run nosuch start
expect_refusal "there is no module nosuch" "--pa"
run run hello world '{a'
expect_refusal "'{a' is not a term" "column 3"
printf -- '-module(bad).\nf( -> 1.\n' >bad.erl
run run bad.erl f
expect_status 2
grep -q "bad.erl:2" err
head -c 500 hello.beam >cut.beam
mkdir broken && cp cut.beam broken/hello.beam
(cd broken && run run hello wait && expect_refusal "hello.beam" "bytes announced")

check "a call of something that Heddle does not have names it and its caller"
printf -- '-module(net).\n-export([f/0]).\nf() -> gen_tcp:connect("localhost", 80, []).\n' >net.erl
run run net.erl f
expect_status 2
grep -q "net:f/0 (net.erl:3) calls gen_tcp:connect/3: sockets" err

check "memory has a limit: what grows without end, on the heap and on the stack"
run run --memory 100 hello grow '[]'
expect_refusal "hello:grow/1" "raise --memory"
run run --memory 100 hello deep 1
expect_refusal "hello:deep/1" "100 MiB of memory"
run run --memory 100 lists duplicate 100000000 x
expect_refusal "raise --memory"

check "processes count, too"
printf -- '-module(crowd).\n-export([f/0]).\nf() -> spawn(fun() -> receive go -> ok end end), f().\n' >crowd.erl
erlc crowd.erl
kilobytes=$(python3 -c '
import resource, subprocess, sys
subprocess.run([sys.argv[1], "run", "--memory", "100", "crowd", "f"], stderr=open("err", "w"), stdout=open("out", "w"))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$HEDDLE")
grep -q "100 MiB of memory" err
[[ $kilobytes -lt 250000 ]] || fail "it took $kilobytes KB"

passed
