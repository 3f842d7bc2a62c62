import { expect, test } from "vitest";
import { lockReport, recordedTrace } from "../fixtures/make";
import { followMessages } from "../src/model/messages";
import { Run } from "../src/model/run";
import { onCycle, stuckProcesses, waitForGraph } from "../src/model/waiting";

test("locks: each waits for the holder of the lock it wants", () => {
  const run = new Run(lockReport().trace!);
  const edges = waitForGraph(run, followMessages(run));
  expect(edges).toEqual([
    { from: 0, to: 1, certain: true, how: "runs", because: 4 }, // its join
    { from: 1, to: 2, certain: true, how: "holds", because: 3 },
    { from: 2, to: 1, certain: true, how: "holds", because: 2 },
  ]);
  expect([...onCycle(edges)]).toEqual([1, 2]);
  expect(stuckProcesses(run).map((one) => one.isError)).toEqual([false, true, true]);
});

test("two-phase commit: the two transactions wait for each other's account", () => {
  const run = new Run(recordedTrace("two_phase_commit"));
  const edges = waitForGraph(run, followMessages(run));
  const named = edges.map((edge) => `${run.actorName(edge.from)} -> ${run.actorName(edge.to)}`).sort();
  expect(named).toEqual(["P.1 -> P.3", "P.2 -> P.4", "P.3 -> P.2", "P.4 -> P.1"]);
  expect(edges.every((edge) => !edge.certain)).toBe(true);
  expect(onCycle(edges).size).toBe(4);
  expect(stuckProcesses(run)[1]?.constraint).toBe("{commit, Coordinator}; {abort, Coordinator}");
});

test("what is empty: each waits for the one who took it last", () => {
  // Two that take a fork each, and then want that of the other.
  const trace = recordedTrace("two_phase_commit");
  const fork = (location: number) => [
    { location, name: `fork${location}`, kind: "guarded" as const, token: 1 },
  ];
  const plain = { ...trace.events[0]!, clock: [], ordinal: 0, target: "", message: "" };
  const run = new Run({
    ...trace,
    events: [
      { ...plain, actor: 1, operation: "fork1.take", footprint: fork(1), clock: [[1, 1]] },
      { ...plain, actor: 2, operation: "fork2.take", footprint: fork(2), clock: [[2, 1]] },
    ],
    schedule: [1, 2],
    blocked: [
      { actor: 1, waits_for: "waits in fork2.take", footprint: fork(2) },
      { actor: 2, waits_for: "waits in fork1.take", footprint: fork(1) },
      { actor: 0, waits_for: "waits in fork3.take", footprint: fork(3) },
    ],
  });
  const edges = waitForGraph(run, followMessages(run));
  expect(edges).toEqual([
    { from: 1, to: 2, certain: false, how: "last", because: 1 },
    { from: 2, to: 1, certain: false, how: "last", because: 0 },
  ]);
  expect([...onCycle(edges)]).toEqual([1, 2]);
});

test("no cycle in a chain", () => {
  const edge = (from: number, to: number) => ({ from, to, certain: true, how: "holds" as const, because: 0 });
  expect(onCycle([edge(0, 1), edge(1, 2)]).size).toBe(0);
  expect([...onCycle([edge(0, 1), edge(1, 2), edge(2, 1)])]).toEqual([1, 2]);
});
