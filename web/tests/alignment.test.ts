import { expect, test } from "vitest";
import { bigReport, cacheReport } from "../fixtures/make";
import { align, counterparts, differs } from "../src/model/alignment";
import { Run } from "../src/model/run";

const report = cacheReport();
const failing = new Run(report.trace!);
const twin = new Run(report.twin!);

test("an event is found in the twin by its actor and ordinal", () => {
  const there = counterparts(failing, twin);
  expect(there[9]).toBe(13); // P.1 looks up, now after all that P.2 does
  expect(there[10]).toBe(9); // P.2 looks up
  expect(there[13]).toBe(14); // P.1 inserts
});

test("a run aligned with itself is a diagonal", () => {
  expect(align(failing, failing)).toEqual(failing.events.map((_, index) => ({ left: index, right: index })));
});

test("the alignment has every event of both runs once, in order", () => {
  const pairs = align(failing, twin);
  expect(pairs.map((pair) => pair.left).filter((one) => one !== null)).toEqual(
    failing.events.map((_, index) => index),
  );
  expect(pairs.map((pair) => pair.right).filter((one) => one !== null)).toEqual(
    twin.events.map((_, index) => index),
  );
});

test("as many events as possible stand beside each other: all but the lookup that moved", () => {
  const both = align(failing, twin).filter((pair) => pair.left !== null && pair.right !== null);
  expect(both.length).toBe(failing.events.length - 1);
  for (const { left, right } of both) expect(failing.identity(left!)).toBe(twin.identity(right!));
});

test("the same event with another value differs", () => {
  expect(differs(failing, 17, twin, 19)).toBe(true); // 1 hit or 2
  expect(differs(failing, 0, twin, 0)).toBe(false);
});

test("actors are the same in two runs by their keys, whatever their numbers are", () => {
  const trace = report.trace!;
  const swap = (actor: number) => [0, 2, 1][actor]!;
  const renumbered = new Run({
    ...trace,
    actors: [trace.actors[0]!, trace.actors[2]!, trace.actors[1]!],
    events: trace.events.map((event) => ({ ...event, actor: swap(event.actor) })),
  });
  expect([...counterparts(failing, renumbered)]).toEqual(failing.events.map((_, index) => index));
});

test("10,000 events align with themselves", () => {
  const run = new Run(bigReport(10_000).trace!);
  const pairs = align(run, run);
  expect(pairs).toHaveLength(run.events.length);
  expect(pairs.every((pair, at) => pair.left === at && pair.right === at)).toBe(true);
});
