# heddle verify: the three answers, their exit codes, the modes, the files, and bad input.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
soter=$HEDDLE_SOURCE_DIR/examples/soter

check "all proved: 0"
run verify "$soter/sieve.erl"
expect_status 0
expect_out "Analysis of sieve at D=0 M=2 K=0"
expect_out 'proved   sieve.erl:7  uncoverable "counter_mail >= 2"'
expect_out "3 proved, 0 refuted, 0 unknown"

check "refuted with a real execution: 1, and the trace replays"
run verify "$soter/unsafe_send.erl" --errors --trace bug.json
expect_status 1
expect_out "refuted  unsafe_send.erl:11  never: send to what is no process"
expect_out "sends hello to no_process"
run replay bug.json
expect_status 1
expect_out "reproduced"

check "unknown, with the abstract execution and the reason: 3"
run verify "$soter/stutter.erl" --search-time 0.2
expect_status 3
expect_out "an abstract execution that may not be real"
expect_out "message order"

check "at the depth that is named, and no other"
run verify "$soter/firewall.erl" --data-depth 0 --search-time 0.2
expect_status 3
run verify "$soter/firewall.erl" --data-depth 1
expect_status 0

check "mailbox bounds"
run verify "$soter/sieve.erl" --mailbox-bounds
expect_status 3
expect_out "proved   mailboxes of <sieve.erl:13>: at most 1 message in all"
expect_out "unknown  mailboxes of <init>: no bound was proved"

check "the ACS as DOT and as JSON, the same bytes every time"
run verify "$soter/sieve.erl" --analysis-only --acs sieve.dot
expect_status 0
grep -q 'subgraph cluster_3' sieve.dot
run verify "$soter/sieve.erl" --acs one.json --json result1.json
run verify "$soter/sieve.erl" --acs two.json --json result2.json
expect_same_files one.json two.json
expect_same_files result1.json result2.json

check "certificates are accepted by the independent checker"
run verify "$soter/reslock.erl" --certificates proofs
expect_status 0
run cover proofs/property1.pnml --check proofs/property1.certificate
expect_status 0

check "the examples also compile as usual, with the header alone"
mkdir ebin
erlc -Werror -I "$HEDDLE_SOURCE_DIR/include/erlang" -o ebin "$soter"/*.erl "$HEDDLE_SOURCE_DIR"/examples/verify/*.erl

check "the lock server of the guide is proved, the wrong one refuted"
run verify "$HEDDLE_SOURCE_DIR/examples/verify/lock_server.erl"
expect_status 0
run verify "$HEDDLE_SOURCE_DIR/examples/verify/lock_server_wrong.erl"
expect_status 1
expect_out "(holds = 2)"

check "a property of labels that is refuted is also wrong in the replay"
run verify "$HEDDLE_SOURCE_DIR/examples/verify/lock_server_wrong.erl" --trace wrong.json
expect_status 1
run replay wrong.json
expect_status 1
expect_out "reproduced: uncoverable" "(holds = 2)"

check "an error is told of the place where it was raised, whatever it passes on its way"
cat >site.erl <<'ERL'
-module(site).
-export([main/0]).
main() ->
    spawn(fun() -> try f(1) after self() ! done end end),
    spawn(fun() -> try g(1) catch throw:_ -> ok end end),
    try h(1) catch error:function_clause -> ok end.
f(2) -> ok.
g(2) -> ok.
h(2) -> ok.
ERL
run verify site.erl --errors -v
expect_status 1
expect_out "refuted  site.erl:7  never: no clause matches"
expect_out "refuted  site.erl:8  never: no clause matches"
expect_out "proved   site.erl:9  never: no clause matches"

check "a recursion through a try has an end"
cat >deep.erl <<'ERL'
-module(deep).
-export([main/0]).
-include("heddle.hrl").
-uncoverable("never >= 1").
main() -> try f(?any_nat()) catch throw:x -> ok end.
f(0) -> throw(x);
f(N) -> try f(N - 1) catch throw:y -> ?label("never") end.
ERL
run verify deep.erl
expect_status 0

check "several modules"
cat >a.erl <<'ERL'
-module(a).
-export([main/0]).
-include("heddle.hrl").
-uncoverable("twice >= 2").
main() -> b:start(fun() -> ?label("twice") end), b:go(), b:go().
ERL
cat >b.erl <<'ERL'
-module(b).
-export([start/1, go/0]).
start(F) -> register(worker, spawn(fun() -> loop(F) end)).
loop(F) -> receive go -> F(), loop(F) end.
go() -> worker ! go.
ERL
run verify a.erl b.erl -m a
expect_status 0
run verify a.erl b.erl
expect_status 2
expect_refusal "name the entry module with -m"

check "what is refuted in several modules is replayed later, from their sources"
mkdir two && sed 's/twice >= 2/twice >= 1/' a.erl >two/a.erl && cp b.erl two/b.erl
run verify two/a.erl two/b.erl -m a --trace two.json
expect_status 1
run replay two.json
expect_status 1
expect_out "reproduced"
sed -i 's/F(), loop(F)/loop(F)/' two/b.erl
run replay two.json
[[ $status -ne 1 ]] || fail "the error cannot be there in a program that has no label any more"
run check two/a.erl --with two/b.erl --test main
expect_out "Verdict:"
run check two/a.erl --with two/missing.erl --test main
expect_refusal "two/missing.erl"
run check -m a --with two/b.erl
expect_refusal "--with two/b.erl: goes with a source file only"

check "bad input: a syntax error of Core Erlang, a missing file, a missing module or function"
echo "module 'x' [] attributes [] 'main'/0 = fun ( end" >x.core
run verify x.core
expect_status 2
expect_refusal "x.core:1:46: expected a variable, found 'end'"
run verify missing.erl
expect_status 2
run verify a.erl -m other
expect_status 2
expect_refusal "there is no module other"
run verify b.erl
expect_status 2
expect_refusal "has no function main/0"

check "an unknown label is an error with suggestions"
sed 's/twice >= 2/twise >= 2/' a.erl >label.erl
sed -i 's/-module(a)/-module(label)/' label.erl
run verify label.erl
expect_status 2
expect_refusal "there is no label twise; did you mean twice?"

check "a property that is trivially true is said to be"
cat >dead.erl <<'ERL'
-module(dead).
-export([main/0]).
-include("heddle.hrl").
-uncoverable("never >= 1").
main() -> f(a).
f(a) -> ok;
f(b) -> ?label("never").
ERL
run verify dead.erl
expect_status 0
expect_out "it is trivially true"

check "too large for the limit: unknown, with what was reached"
run verify "$soter/sieve.erl" --state-limit 10
expect_status 3
expect_out "more than 10 control states: 11 control states"

check "an open program is used by anyone"
run verify b.erl --open --errors
expect_status 3
expect_out "unknown  b.erl:5  never: send to what is no process"

check "two sites in one line that say the same are two questions"
cat >oneline.erl <<'ERL'
-module(oneline).
-export([main/0]).
id(X) -> X.
never(A) -> hd(A). really(B) -> hd(B).
main() ->
    Waiter = spawn(fun() ->
        One = id([1]),
        Empty = id([]),
        receive
            token -> receive token -> never(One) end;
            go -> really(Empty)
        end
    end),
    Waiter ! go,
    Waiter ! token.
ERL
run verify --errors --no-search oneline.erl
expect_status 3
expect_out "unknown  oneline.erl:4  never: uncaught exception"
run verify --errors oneline.erl
expect_status 1

check "a choice is one step, in its own line"
cat >chooses.erl <<'ERL'
-module(chooses).
-export([main/0]).
-include("heddle.hrl").
-uncoverable("bad >= 1").
main() ->
    N = ?any_nat(),
    L = ?list_of(x),
    case {?any_bool(), N, ?choice([a, b, c]), L} of
        {true, 2, b, [x]} -> ?label("bad");
        _ -> ok
    end.
ERL
run verify chooses.erl --trace chooses.json
expect_status 1
expect_out "chooses 2     chooses.erl:6"
expect_out "chooses [x]   chooses.erl:7"
expect_out "chooses true  chooses.erl:8"
expect_out "chooses b     chooses.erl:8"
expect_out "4 steps, 0 context switches"
run replay chooses.json
expect_status 1
expect_out "chooses true"

check "the execution that refutes a property has as few context switches as possible"
cat >double.erl <<'ERL'
-module(double).
-export([main/0]).
-include("heddle.hrl").
-uncoverable("inside >= 2").

main() ->
    Lock = spawn(fun() -> free() end),
    spawn(fun() -> client(Lock) end),
    spawn(fun() -> client(Lock) end).

free() -> receive {acquire, P} -> P ! ok, taken() end.
taken() -> receive release -> free() end.

client(Lock) ->
    Lock ! {acquire, self()},
    receive ok -> Lock ! release, Lock ! release, ?label("inside") end,
    client(Lock).
ERL
run verify double.erl --trace double.json
expect_status 1
run minimise double.json
grep -qE '^([0-9]+) context switches instead of \1,' out || fail "verify left switches to save"

check "code that runs without being called is refused, with its line"
cat > hidden.erl <<'ERL'
-module(hidden).
-export([main/0, '$handle_undefined_function'/2]).
-include("heddle.hrl").
-uncoverable("bad >= 1").
'$handle_undefined_function'(_, _) -> ?label("bad").
main() -> ?MODULE:nothing().
ERL
run verify hidden.erl
expect_refusal "hidden.erl: '\$handle_undefined_function'/2 is not supported"
sed -e "s/, '.handle_undefined_function'.2//" -e "s/^'.handle.*/-on_load(loaded\/0).\nloaded() -> ?label(\"bad\"), ok./" \
  -e 's/nothing/main/' hidden.erl > loads.erl
sed -i -e 's/(hidden)/(loads)/' loads.erl
run verify loads.erl
expect_refusal "loads.erl:5: -on_load is not supported"

passed
