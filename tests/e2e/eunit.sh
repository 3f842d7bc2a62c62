# heddle check --eunit: every test of an EUnit module is an exploration of its own.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi

cat >shop.erl <<'ERL'
-module(shop).
-ifdef(TEST).
-include_lib("eunit/include/eunit.hrl").

%% Two processes answer; one interleaving each way.
two() ->
    Me = self(),
    [spawn(fun() -> Me ! X end) || X <- [1, 2]],
    {receive A -> A end, receive B -> B end}.

alone_test() -> ok.
any_order_test() -> ?assertEqual([1, 2], lists:sort(tuple_to_list(two()))).
this_order_test() -> ?assertEqual({1, 2}, two()).
crash_test() -> self() ! x, receive x -> error(oops) end.

forms_test_() ->
    [fun alone_test/0,
     {42, fun alone_test/0},
     {"a title", ?_assertEqual(1, 1)},
     {<<"binary title">>, [?_test(ok), {"inner", ?_test(ok)}]},
     {timeout, 10, {inorder, [{inparallel, ?_test(ok)}, {spawn, ?_test(ok)}]}},
     {with, 7, [fun(7) -> ok end, {3, fun(X) -> ?assertEqual(7, X) end}]},
     {generator, fun() -> [?_test(ok)] end},
     {?MODULE, alone_test}].

%% The setup, the test and the cleanup in one process: the dictionary is a witness.
fixture_test_() ->
    {setup, fun() -> put(state, open), 5 end,
     fun(5) -> ?assertEqual(used, erase(state)) end,
     fun(5) -> [{"used", fun() -> open = put(state, used) end}] end}.

each_test_() ->
    {foreach, local, fun() -> put(count, 0) end, fun(_) -> ?assertEqual(1, erase(count)) end,
     [fun(_) -> fun() -> put(count, get(count) + 1) end end,
      fun() -> 0 = put(count, 1) end]}.

eachx_test_() ->
    {foreachx, fun(X) -> X + 1 end, fun(X, R) -> ?assertEqual(X + 1, R) end,
     [{1, fun(1, 2) -> ?_test(ok) end}, {2, fun(2, 3) -> {"second", ?_assertEqual(3, 4)} end}]}.

broken_setup_test_() -> {setup, fun() -> error(no_room) end, fun(_) -> ?_test(ok) end}.
broken_cleanup_test_() -> {setup, fun() -> ok end, fun(_) -> exit(dirty) end, [?_test(ok)]}.
no_test_() -> {what, is, this}.
-endif.
ERL

check "each test has a row, errors are shown before the table, the exit code is that of an error"
run check --eunit shop.erl
expect_status 1
expect_out_line 'Test +Verdict +Interleavings +Time'
expect_out_line 'shop:alone_test +verified +1 +[0-9.]+ s'
# observers: which of the two is received first matters
expect_out_line 'shop:any_order_test +verified +2 +[0-9.]+ s'
expect_out_line 'shop:this_order_test +error +[12] +[0-9.]+ s'
expect_out_line 'shop:crash_test +error +1 +[0-9.]+ s'
for n in 1 2 5 6 7 8 9 10 11; do
  expect_out_line "shop:forms_test_#$n( [a-z ,]+)? +verified +1 .*"
done
expect_out_line 'shop:forms_test_#3 a title +verified .*'
expect_out_line 'shop:forms_test_#4 binary title +verified .*'
expect_out_line 'shop:forms_test_#5 binary title, inner +verified .*'
expect_out_line 'shop:fixture_test_#1 used +verified .*'
expect_out_line 'shop:each_test_#1 +verified .*'
expect_out_line 'shop:each_test_#2 +verified .*'
expect_out_line 'shop:eachx_test_#1 +verified .*'
expect_out_line 'shop:eachx_test_#2 second +error .*'
expect_out_line 'shop:broken_setup_test_#1 +error .*'
expect_out_line 'shop:broken_cleanup_test_#1 +error .*'
expect_out_line 'shop:no_test_#1 +error .*'
expect_out_line '23 tests: 17 verified, 6 with errors +.*'
expect_out "==== shop:this_order_test ====" "no_room" "dirty" "bad_test"
expect_out "assertion in P at shop.erl:13"
expect_out "abnormal_exit in P at shop.erl:14"
for n in 1 2 3 4 5 6; do expect_file "heddle-trace-$n.json"; done
expect_no_file heddle-trace-7.json

check "the trace of a test is replayed"
run replay heddle-trace-1.json
expect_status 1
expect_out "assertion"

check "-t chooses: those with the text in the name, or the one whose name it is"
run check --eunit shop.erl -t order --trace t.json
expect_status 1
expect_out_line '2 tests: 1 verified, 1 with an error +.*'
expect_file t-1.json
run check --eunit shop.erl -t shop:alone_test
expect_status 0
expect_out_line '1 test: 1 verified +1 .*'
run check --eunit shop.erl -t inner
expect_status 0
expect_out_line '1 test: 1 verified .*'
run check --eunit shop.erl -t nosuch
expect_refusal "-t nosuch" "shop:alone_test"

check "a compiled module, with its module of tests beside it"
mkdir ebin
printf -- '-module(a).\n-export([f/0, a_test/0]).\nf() -> 1.\na_test() -> 1 = f().\n' >a.erl
printf -- '-module(a_tests).\n-export([b_test/0]).\nb_test() -> 1 = a:f().\n' >a_tests.erl
erlc -o ebin a.erl a_tests.erl
run check --eunit a --pa ebin
expect_status 0
expect_out_line 'a:a_test +verified .*'
expect_out_line 'a_tests:b_test +verified .*'

check "the result as JSON: totals as of a single test, and one result a test"
run check --eunit shop.erl -t order_test --json r.json --quiet
expect_status 1
expect_silent
expect_schema suite.schema.json r.json
expect_equal "verdict" error "$(json r.json 'r["verdict"]')"
expect_equal "verdicts" "['verified', 'error']" "$(json r.json '[t["verdict"] for t in r["tests"]]')"
expect_equal "names" "shop:any_order_test shop:this_order_test" \
  "$(json r.json '" ".join(t["test"] for t in r["tests"])')"
expect_equal "total" True \
  "$(json r.json 'r["interleavings"] == sum(t["interleavings"] for t in r["tests"])')"
run check --eunit shop.erl -t order_test --json -
expect_status 1
expect_schema suite.schema.json out

check "the other report files: one for all tests"
run check --eunit shop.erl -t order_test --junit j.xml --sarif s.json --output o.txt
expect_status 1
expect_equal "JUnit" "2 1 0" "$(python3 - <<'PY'
import xml.etree.ElementTree as x
s = x.parse("j.xml").getroot().find("testsuite")
print(s.get("tests"), s.get("failures"), s.get("skipped"))
PY
)"
expect_equal "SARIF" True "$(json s.json 'len(r["runs"][0]["results"]) >= 1')"
grep -q "==== shop:this_order_test ====" o.txt || fail "no error in o.txt"
grep -q "2 tests: 1 verified, 1 with an error" o.txt || fail "no table in o.txt"
run check --eunit shop.erl -t order_test --graph g.dot
expect_refusal "--graph" "2 tests"
run check --eunit shop.erl -t shop:this_order_test --graph g.dot
expect_status 1
grep -q digraph g.dot || fail "no graph in g.dot"
run check --eunit shop.erl -t shop:this_order_test --html h.html --tree t.dot
expect_status 1
grep -q '<html' h.html || fail "no page in h.html"
grep -q digraph t.dot || fail "no tree in t.dot"
run check --eunit shop.erl -t order_test --trace nosuch/t.json
expect_status 2
expect_out_line 'shop:this_order_test +error .*'
grep -q "nosuch/t-1.json" err || fail "the trace is not named"

check "what Heddle does not have makes one test unchecked, and the others go on"
cat >net.erl <<'ERL'
-module(net).
-export([socket_test/0, fine_test/0]).
socket_test() -> gen_tcp:connect("localhost", 80, []).
fine_test() -> ok.
ERL
run check --eunit net.erl --json r.json --junit j.xml
expect_status 2
expect_out "Not checked: net:socket_test/0 (net.erl:3) calls gen_tcp:connect/3"
expect_out_line 'net:socket_test +not checked +- +-'
expect_out_line 'net:fine_test +verified .*'
expect_schema suite.schema.json r.json
grep -q 'errors="1" skipped="0"' j.xml || fail "the test that is not checked passes in j.xml"
expect_equal "verdicts" "['unchecked', 'verified']" "$(json r.json '[t["verdict"] for t in r["tests"]]')"

check "a bound: exit code 3"
run check --eunit shop.erl -t any_order --interleaving_bound 1
expect_status 3
expect_out_line 'shop:any_order_test +inconclusive .*'

check "options in the module, and several workers"
cat >opts.erl <<'ERL'
-module(opts).
-export([late_test/0]).
-heddle([{after_timeout, 100}]).
late_test() -> Me = self(), spawn(fun() -> Me ! ok end), receive ok -> ok after 100 -> error(late) end.
ERL
run check --eunit opts.erl --jobs 2
expect_status 0
expect_out_line 'opts:late_test +verified .*'

check "names beyond ASCII, and a generator that waits for ever"
cat >odd.erl <<'ERL'
-module(odd).
-include_lib("eunit/include/eunit.hrl").
'grün_test_'() -> [{"größe", ?_test(ok)}].
waits_test_() -> receive never -> [] end.
fine_test() -> ok.
ERL
run check --eunit odd.erl
expect_status 1
expect_out_line 'odd:grün_test_#1 größe +verified .*'
expect_out_line 'odd:waits_test_#1 +error .*'
expect_out_line 'odd:fine_test +verified .*'
expect_out "deadlock in P at odd.erl:4"

check "one test can be interrupted and resumed, with the same totals"
cat >many.erl <<'ERL'
-module(many).
-export([many_test/0, other_test/0]).
many_test() ->
    T = ets:new(t, [public]),
    Ws = [spawn_monitor(fun() -> ets:insert(T, {k, X}), ets:lookup(T, k) end) || X <- [1, 2, 3, 4]],
    [receive {'DOWN', R, _, _, _} -> ok end || {_, R} <- Ws].
other_test() -> ok.
ERL
run check --eunit many.erl -t many:many_test --json whole.json
expect_status 0
run check --eunit many.erl -t many:many_test --interleaving_bound 5 --checkpoint c
expect_status 3
run check --eunit many.erl -t many:many_test --resume c --json resumed.json
expect_status 0
expect_equal "interleavings" "$(json whole.json 'r["interleavings"]')" \
  "$(json resumed.json 'r["interleavings"]')"
run check --eunit many.erl -t other --resume c
expect_status 2
expect_out "is a checkpoint of another exploration"

check "bad input"
run check --eunit nosuch
expect_refusal "--eunit nosuch" "--pa"
run check --eunit nosuch.erl
expect_refusal "nosuch.erl"
printf -- '-module(none).\n-export([f/0]).\nf() -> 1.\n' >none.erl
run check --eunit none.erl
expect_refusal "no tests"
run check --eunit shop.erl -m shop
expect_refusal "--eunit"
run check --eunit shop.erl --checkpoint c
expect_refusal "--checkpoint" "23 tests"

check "a test that exits fails, with any reason, and so does one that dies of a link"
cat >ends_tests.erl <<'ERL'
-module(ends_tests).
-include_lib("eunit/include/eunit.hrl").
normal_test() -> exit(normal).
shutdown_test() -> exit(shutdown).
other_test() -> exit(other).
fixture_test_() -> {setup, fun() -> ok end, fun(_) -> ok end, [fun() -> exit(normal) end]}.
link_test() -> spawn_link(fun() -> exit(shutdown) end), receive after infinity -> ok end.
child_test() ->
    {_, R} = spawn_monitor(fun() -> exit(shutdown) end),
    receive {'DOWN', R, _, _, shutdown} -> ok end.
expected_test() -> exit({other, 1}).
ERL
run check --eunit ends_tests.erl --treat_as_normal shutdown
expect_status 1
expect_out_line '7 tests: 1 verified, 6 with errors +.*'
expect_out_line 'ends_tests:child_test +verified .*'
expect_out "P exits with {test_exits,normal}" "abnormal_exit in P at ends_tests.erl:3"
expect_out "P exits with {test_exits,shutdown}" "abnormal_exit in P at ends_tests.erl:4"
expect_out "P exits with other" "abnormal_exit in P at ends_tests.erl:5"
expect_out "abnormal_exit in P at ends_tests.erl:6" "abnormal_exit in P at ends_tests.erl:7"
run check --eunit ends_tests.erl -t other_test --treat_as_normal other
expect_status 0
run check --eunit ends_tests.erl -t expected --treat_as_normal other
expect_status 0

check "who is stuck because the options exclude its timeout is told so"
printf -- '-module(sleeps_tests).\n-export([a_test/0]).\na_test() -> timer:sleep(6000).\n' >sleeps_tests.erl
run check --eunit sleeps_tests.erl --after_timeout 1000
expect_status 1
expect_out "(its mailbox is empty; by --after_timeout 1000 its timeout of 6000 ms never happens)"
run check --eunit sleeps_tests.erl --after_timeout 6001
expect_status 0

check "a generator that cannot be listed is one test that cannot be checked"
cat >outside_tests.erl <<'ERL'
-module(outside_tests).
-include_lib("eunit/include/eunit.hrl").
here_test() -> ok.
outside_test_() -> {setup, fun() -> os:cmd("true") end, fun(_) -> [fun() -> ok end] end}.
inside_test_() -> [fun() -> ok end, fun() -> ok end].
ERL
run check --eunit outside_tests.erl
expect_status 2
expect_out_line 'outside_tests:here_test +verified .*'
expect_out_line 'outside_tests:outside_test_ +not checked .*'
expect_out_line 'outside_tests:inside_test_#2 +verified .*'
expect_out "os:cmd/1"

passed
