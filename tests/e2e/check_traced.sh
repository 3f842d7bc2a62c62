# Tracing: what a tracer is told is explored, replayed, and told in words; what is not there says so.
set -euo pipefail
source "$(dirname "$0")/lib.bash"
command -v erlc >/dev/null || { echo "skipped: erlc is not installed"; exit 0; }

cat >observed.erl <<'ERL'
-module(observed).
-export([early/0, asks/0, counts/0, tokens/0, everywhere/0, work/1]).
work(X) -> X.
worker() -> spawn(fun() -> receive go -> work(1) end end).
observe() ->
    Worker = worker(),
    erlang:trace_pattern({?MODULE, work, 1}, [{'_', [], [{return_trace}]}], [local]),
    erlang:trace(Worker, true, [call]),
    Monitor = monitor(process, Worker),
    Worker ! go,
    receive {'DOWN', Monitor, process, _, _} -> Worker end.
%% The trace may still be on its way.
early() -> observe(), receive {trace, _, call, _} -> ok after 0 -> exit(nothing_told) end.
asks() ->
    Worker = observe(),
    Ref = erlang:trace_delivered(Worker),
    receive {trace_delivered, Worker, Ref} -> ok end,
    receive {trace, _, call, {_, work, [1]}} -> ok after 0 -> exit(nothing_told) end,
    receive {trace, _, return_from, {_, work, 1}, 1} -> ok after 0 -> exit(nothing_told) end.
counts() -> erlang:trace_pattern({?MODULE, work, 1}, true, [call_count]), worker() ! go, {call_count, 0} = erlang:trace_info({?MODULE, work, 1}, call_count).
tokens() ->
    Me = self(), seq_trace:set_system_tracer(Me), seq_trace:set_token(label, 7), seq_trace:set_token(send, true),
    Worker = spawn(fun() -> receive stop -> ok end end), Worker ! stop, seq_trace:set_token([]),
    receive {seq_trace, 7, {send, _, Me, Worker, stop}} -> ok after 0 -> exit(nothing_told) end.
everywhere() -> erlang:trace_pattern({'_', '_', '_'}, true, [local]), ok.
ERL

check "a tracer that does not wait for what it is told"
run check observed.erl -t early
expect_status 1
expect_out "nothing_told" "calls observed:work/1" "returns from observed:work/1"
run replay heddle-trace.json
expect_status 1
expect_out "nothing_told"

check "one that does, whatever the algorithm"
for options in "--dpor none" "--dpor persistent" "--dpor optimal" "--instant_delivery false" "--timeouts virtual"; do
  run check observed.erl -t asks $options
  expect_status 0
done

check "a count of calls is read before or after a call"
run check observed.erl -t counts
expect_status 1
expect_out "badmatch" "{call_count,1}" "calls observed:work/1"

check "what a token tells its tracer may still be on its way"
run check observed.erl -t tokens
expect_status 1
expect_out "nothing_told"

check "what is not there is refused by its name and place"
run check observed.erl -t everywhere
expect_refusal "observed.erl" "sets a trace pattern for all modules"
