# heddle check --coverage: which lines and clauses ran in some interleaving, as LCOV.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

if ! command -v erlc >/dev/null; then
  echo "erlc is not installed; nothing to check"
  exit 0
fi

# of FILE LINES...: the lines of an LCOV file, in one line.
of() { grep -E "^($2)" "$1" | xargs; }

cat >sched.erl <<'ERL'
-module(sched).
-export([test/0, other_test/0, late/1]).

test() ->
    T = ets:new(t, [public]),
    {_, R} = spawn_monitor(fun() -> ets:insert(T, {k, 1}) end),
    case ets:lookup(T, k) of
        [] ->
            first;
        [_] ->
            second;
        [_ | _] ->
            third
    end,
    receive {'DOWN', R, _, _, _} -> ok end.

other_test() ->
    X = late(1), late(X), [Y || Y <- [1, 2],
                                Y > 2].

late(1) -> two;
late(two) ->
    receive
        never -> never
    after 0 ->
        three
    end;
late(_) -> four.
ERL

check "what runs in some interleaving has run, what runs in none has not"
run check sched.erl -t test --coverage c.info
expect_status 0
expect_row interleavings 2
expect_equal "file" "SF:sched.erl" "$(of c.info SF:)"
# 9 and 11 exclude each other in one run; 13 cannot be
expect_equal "lines" "DA:5,1 DA:6,1 DA:7,1 DA:9,1 DA:11,1 DA:13,0 DA:15,1 DA:18,0 DA:21,0 DA:23,0 DA:24,0 DA:26,0 DA:28,0" "$(of c.info DA:)"
expect_equal "totals" "LF:13 LH:6" "$(of c.info 'L[FH]:')"
expect_equal "functions" "FNDA:1,sched:test/0 FNDA:0,sched:other_test/0 FNDA:0,sched:late/1 FNF:3 FNH:1" "$(of c.info 'FNDA|FN[FH]:')"
# the case; the clauses of late/1 and its receive, which nobody came to
expect_equal "clauses" "BRDA:8,0,0,1 BRDA:10,0,1,1 BRDA:12,0,2,0" "$(of c.info 'BRDA:[0-9]+,0,')"
expect_equal "clauses nobody came to" "5" "$(grep -c '^BRDA.*-$' c.info)"

check "one interleaving is not all of them"
run check sched.erl -t test --coverage c1.info --interleaving_bound 1
expect_status 3
expect_equal "lines" "LF:13 LH:5" "$(of c1.info 'L[FH]:')"

check "another test, whose receive times out"
run check sched.erl -t other_test --coverage c2.info
expect_status 0
expect_equal "lines" "DA:5,0 DA:6,0 DA:7,0 DA:9,0 DA:11,0 DA:13,0 DA:15,0 DA:18,1 DA:21,1 DA:23,1 DA:24,0 DA:26,1 DA:28,0" "$(of c2.info DA:)"

check "the interleavings and the report are the same ones, with any number of jobs"
for program in two_phase_commit_fixed cache; do
  file=$HEDDLE_SOURCE_DIR/examples/erlang/$program.erl
  run check "$file"
  without_time | grep -v 'Search again' >plain
  run check "$file" --coverage one.info
  without_time | grep -v 'Search again' >covered
  expect_same_files plain covered
done
file=$HEDDLE_SOURCE_DIR/examples/erlang/two_phase_commit_fixed.erl
run check "$file" --coverage one.info
run check "$file" --coverage two.info --jobs 2
expect_same_files one.info two.info

check "every kind of expression, after a parse transform and with -compile options"
cat >forms.erl <<'ERL'
-module(forms).
-include_lib("stdlib/include/ms_transform.hrl").
-compile([warnings_as_errors, inline]).
-export([test/0]).
-record(r, {a = 1, b}).
test() ->
    T = ets:new(t, [{keypos, 2}]),
    ets:insert(T, #r{b = 2}),
    Spec = ets:fun2ms(fun(#r{a = A}) when A > 0 -> A end),
    [1] = ets:select(T, Spec),
    try
        maybe_fail(Spec)
    of
        ok -> fine
    catch
        error:oops:_ ->
            F = fun G(0) -> done;
                    G(N) -> G(N - 1)
                end,
            F(3)
    after
        ets:delete(T)
    end,
    [X || X <- [1, 2, 3],
          X > 1,
          begin Y = X, Y < 3 end],
    << <<B>> || <<B>> <= <<1, 2>> >>,
    M = #{a => case T of undefined -> 1; _ -> 2 end},
    if map_size(M) > 1 -> big;
       true ->
            small
    end.
maybe_fail(_) -> error(oops).
ERL
run check forms.erl --coverage f.info --erlc-options +nowarn_unused_vars
expect_status 0
# maybe_fail/1 raises, so the clause on 14 is not taken; the map has one key, so the one on 29 is not
expect_equal "clauses" "BRDA:14,0,0,0 BRDA:16,0,1,1 BRDA:17,1,0,1 BRDA:18,1,1,1 BRDA:29,2,0,0 BRDA:30,2,1,1" "$(of f.info BRDA:)"
expect_equal "lines that did not run" "DA:14,0" "$(grep '^DA:.*,0$' f.info | xargs)"
expect_equal "lines" "LF:18 LH:17" "$(of f.info 'L[FH]:')"

check "a suite: all its tests together, and only those that are chosen"
cat >pair.erl <<'ERL'
-module(pair).
-include_lib("eunit/include/eunit.hrl").
left() -> 1.
right() -> 2.
left_test() -> ?assertEqual(1, left()).
right_test_() -> [?_assertEqual(2, right())].
ERL
run check --eunit pair.erl --coverage s.info
expect_status 0
expect_equal "functions" "FNF:4 FNH:4" "$(of s.info 'FN[FH]:')"
expect_equal "files" 1 "$(grep -c ^SF: s.info)"
run check --eunit pair.erl -t left_test --coverage s.info
expect_equal "functions" "FNDA:1,pair:left/0 FNDA:0,pair:right/0 FNDA:1,pair:left_test/0 FNDA:0,pair:right_test_/0" "$(of s.info FNDA:)"
run check --eunit pair.erl --coverage -
expect_out "SF:pair.erl"
expect_not_out "Verdict"

check "compiled modules: those of --pa, run or not; one without debug information is named"
mkdir -p ebin src
printf -- '-module(lib).\n-export([f/1]).\nf(X) ->\n    X.\n' >src/lib.erl
printf -- '-module(unused).\n-export([g/0]).\ng() ->\n    1.\n' >src/unused.erl
printf -- '-module(bare).\n-export([h/0]).\nh() -> 1.\n' >src/bare.erl
printf -- '-module(user).\n-export([test/0]).\ntest() ->\n    lib:f(bare:h()).\n' >user.erl
erlc +debug_info -o ebin src/lib.erl src/unused.erl
erlc -o ebin src/bare.erl
run check user.erl --pa ebin --coverage p.info
expect_status 0
grep -q "leaves ebin/bare.beam out: it has no debug information; compile it with +debug_info" err ||
  fail "bare is not named"
expect_equal "files" "SF:src/lib.erl SF:src/unused.erl SF:user.erl" "$(of p.info SF:)"
expect_equal "lines" "DA:4,1 DA:4,0 DA:4,1" "$(of p.info DA:)"

check "a trace of an instrumented run is replayed"
printf -- '-module(bad).\n-export([test/0]).\ntest() ->\n    exit(bad).\n' >bad.erl
run check bad.erl --coverage b.info
expect_status 1
expect_equal "line" "DA:4,1" "$(of b.info DA:)"
run replay heddle-trace.json
expect_status 1

if command -v elixirc >/dev/null; then
  check "Elixir: its own functions, not those that a macro brings along"
  run check "$HEDDLE_SOURCE_DIR/examples/elixir/account_fixed.ex" --coverage e.info
  expect_status 0
  expect_equal "files" 1 "$(grep -c ^SF: e.info)"
  ! grep -q child_spec e.info || fail "a function of a macro is in it"
  grep -q "^FNDA:1,Elixir.AccountFixed:\|^FNDA:1,Elixir" e.info || fail "no function ran: $(cat e.info)"
fi

if command -v genhtml >/dev/null; then
  check "genhtml and lcov read it"
  run_command genhtml --quiet --branch-coverage -o html c.info
  expect_status 0
  expect_file html/index.html
  run_command lcov --quiet --rc lcov_branch_coverage=1 -a c.info -a c2.info -o sum.info
  expect_status 0
  expect_equal "lines of both" "LF:13 LH:10" "$(of sum.info 'L[FH]:')"
else
  note "skipped: lcov is not installed"
fi

check "bad input"
run check sched.erl -t test --coverage missing/c.info
expect_refusal "missing/c.info: cannot write the coverage: No such file or directory"
expect_out "Verdict: verified"
run check sched.erl -t test --coverage same --json same
expect_refusal "give two files"
printf -- '-module(inside).\n-export([test/0]).\n-heddle([{coverage, "x.info"}]).\ntest() -> ok.\n' >inside.erl
run check inside.erl
expect_refusal "inside:test/0" "give --coverage FILE to the command"

passed
