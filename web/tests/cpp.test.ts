// Documents of C++ tests, as HEDDLE_HTML wrote them (tests/e2e/cpp_tests.cpp).
import { expect, test } from "vitest";
import { writtenDocument } from "../fixtures/make";
import { counterparts, differs } from "../src/model/alignment";
import { kindOf } from "../src/model/kinds";
import { followMessages } from "../src/model/messages";
import { changesOfRead, writersOf } from "../src/model/objects";
import { Run } from "../src/model/run";
import { modelOf } from "../src/model/runmodel";
import { onCycle, waitForGraph } from "../src/model/waiting";

const traceOf = (name: string) => writtenDocument(name).trace!;
const stepOf = (run: Run, operation: string) =>
  run.events.findIndex((event) => event.operation === operation);

test.each([
  ["cpp_update", ["main", "T1", "T2", "counter"]],
  ["cpp_locks", ["main", "T1", "left", "right"]],
  ["cpp_buffers", ["main", "T1", "T2", "x", "y"]],
  ["cpp_orders", ["main", "T1", "T2", "x", "y"]],
])("%s: a lane for each thread and each object they share", (name, lanes) => {
  expect(modelOf(traceOf(name)).lanes.all.map((lane) => lane.name)).toEqual(lanes);
});

test("what a step does to its object is known from its words", () => {
  const kinds = (name: string) =>
    Object.fromEntries(traceOf(name).events.map((event) => [event.operation, kindOf(event)]));
  expect(kinds("cpp_locks")).toMatchObject({ "left.lock": "lock", "start thread": "spawn" });
  expect(kinds("cpp_buffers")).toMatchObject({
    "x.store(1)": "write",
    "x.commit(1)": "write",
    "x.load": "read",
  });
  expect(kinds("cpp_orders")).toMatchObject({ "x.store(1)": "write", "x.load": "read" });
});

test("each waits for the lock that the other one holds", () => {
  const run = new Run(traceOf("cpp_locks"));
  const edges = waitForGraph(run, followMessages(run));
  expect(edges.map((edge) => [run.actorName(edge.from), run.actorName(edge.to), edge.certain])).toEqual([
    ["main", "T1", true],
    ["T1", "main", true],
  ]);
  expect(edges.map((edge) => run.event(edge.because).operation)).toEqual(["right.lock", "left.lock"]);
  expect(onCycle(edges).size).toBe(2);
});

test.each(["cpp_buffers", "cpp_orders"])("%s: a load that read what was out of date", (name) => {
  const run = new Run(traceOf(name));
  const load = stepOf(run, "x.load");
  const store = stepOf(run, "x.store(1)");
  expect(store).toBeLessThan(load);
  expect(run.event(load).reads).toEqual({ from: null, value: "0", instead: [{ from: store, value: "1" }] });
  expect(writersOf(run, load)).toEqual([]);
  expect(changesOfRead(run, load)).toEqual([store]);
});

test("under sequential consistency a load reads the last write", () => {
  const run = new Run(traceOf("cpp_update"));
  const last = run.events.length - 1;
  const { reads } = run.event(last);
  expect(reads?.instead).toEqual([]);
  expect(run.event(reads!.from!).operation).toBe("counter.store(1)");
  expect(writersOf(run, last)).toEqual([reads!.from]);
  expect(changesOfRead(run, last)).toHaveLength(2);
});

test("an outcome of an access is a step of the thread, whichever it is", () => {
  const document = writtenDocument("cpp_orders");
  const run = new Run(document.trace!);
  const twin = new Run(document.twin!);
  for (const name of ["main", "T1", "T2"]) {
    const thread = run.actorNamed(name)!;
    const steps = run.eventsOf[thread]!;
    expect(steps.map((at) => run.event(at).ordinal)).toEqual(steps.map((_, n) => n));
    // In the order of the program: each knows those before it.
    for (const [n, at] of steps.entries()) {
      expect(run.event(at).clock.find(([actor]) => actor === thread)?.[1]).toBe(n + 1);
    }
  }
  expect(run.events.every((event) => run.actors[event.actor]!.role === 0)).toBe(true);
  // The load that reads something else there is the same event.
  const load = document.decisive!.first;
  const there = counterparts(run, twin)[load]!;
  expect(there).toBeGreaterThanOrEqual(0);
  expect(twin.event(there).operation).toBe(run.event(load).operation);
  expect(differs(run, load, twin, there)).toBe(true);
});
