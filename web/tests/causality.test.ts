import { expect, test } from "vitest";
import { lockReport, recordedTrace } from "../fixtures/make";
import { errorEnds, errorEvent, errorPast, happensBefore, pastOf, relation } from "../src/model/causality";
import { Run } from "../src/model/run";

// Indices are steps of `heddle check examples/erlang/cache.erl` minus one.
const cache = new Run(recordedTrace("cache"));

test("an event happens before itself and before what its clock has counted into", () => {
  expect(happensBefore(cache, 7, 7)).toBe(true);
  expect(happensBefore(cache, 7, 9)).toBe(true); // the spawn of P.1 and its first step
  expect(happensBefore(cache, 9, 7)).toBe(false);
});

test("the spawn of P.2 and the first step of P.1 are concurrent", () => {
  expect(relation(cache, 8, 9)).toBe("concurrent");
  expect(relation(cache, 9, 8)).toBe("concurrent");
});

test("past and future are each other's converse", () => {
  for (let a = 0; a < cache.events.length; ++a) {
    for (let b = 0; b < cache.events.length; ++b) {
      const there = relation(cache, a, b);
      const back = { past: "future", future: "past", concurrent: "concurrent", self: "self" } as const;
      expect(relation(cache, b, a)).toBe(back[there]);
    }
  }
});

test("a past agrees with happens-before, event by event", () => {
  for (const name of ["cache", "worker_pool", "worker_pool_delayed", "election"]) {
    const run = new Run(recordedTrace(name));
    const end = Math.floor(run.events.length * 0.7);
    expect(pastOf(run, [end])).toEqual(run.events.map((_, index) => happensBefore(run, index, end)));
  }
});

test("the past of the error leaves out what the text report leaves out", () => {
  // `heddle check examples/erlang/cache.erl` shows all 19 steps.
  expect(errorPast(cache).every(Boolean)).toBe(true);
  expect(errorEvent(cache)).toBe(18);
});

test("one that waits for a lock has the acquisition of that lock in its past", () => {
  const run = new Run(lockReport().trace!);
  expect(errorEnds(run)).toEqual([2, 3, 4, 5]);
  expect(errorEvent(run)).toBe(5);
});

test("without an error everything counts", () => {
  const run = new Run({ ...recordedTrace("cache"), errors: [] });
  expect(errorPast(run).every(Boolean)).toBe(true);
  expect(errorEvent(run)).toBeUndefined();
});
