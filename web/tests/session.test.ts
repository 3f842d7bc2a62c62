import { expect, test } from "vitest";
import { cacheReport, recordedTrace, reportOf } from "../fixtures/make";
import { Session } from "../src/session";

test("a reader begins at the decisive race", () => {
  expect(new Session(cacheReport(), {}).state).toMatchObject({ run: "failing", step: 11, other: "twin" });
});

test("without a decisive race, at the error", () => {
  expect(new Session(reportOf(recordedTrace("worker_pool")), {}).state.step).toBe(39);
});

test("steps skip what is folded, jumps open it", () => {
  const session = new Session(reportOf(recordedTrace("worker_pool_delayed")), {});
  const { errorPast } = session.current;
  const folded = errorPast.indexOf(false);
  expect(folded).toBeGreaterThan(0);
  session.goTo("failing", folded - 1);
  session.stepBy(1);
  expect(errorPast[session.state.step]).toBe(true);
  session.goTo("failing", folded);
  expect(session.state.step).toBe(folded);
  expect(session.rows("failing").rows[session.rows("failing").ofEvent[folded]!]).toEqual({
    kind: "event",
    index: folded,
  });
});

test("what is folded next to a step can be unfolded", () => {
  const session = new Session(reportOf(recordedTrace("worker_pool")), {});
  const { rows } = session.rows("failing");
  const fold = rows.findIndex((row) => row.kind === "fold");
  const before = rows[fold - 1];
  if (before?.kind !== "event") throw new Error("a fold follows an event here");
  session.goTo("failing", before.index);
  session.openAround();
  expect(session.rows("failing").rows[fold]?.kind).toBe("event");
});

test("a message is followed to its send and back", () => {
  const session = new Session(cacheReport(), { step: 15 });
  session.follow("sender");
  expect(session.state.step).toBe(14);
  session.follow("receiver");
  expect(session.state.step).toBe(15);
  expect(session.target("sender", 0)).toBeUndefined();
});

test("switching runs stays at the same event", () => {
  const session = new Session(cacheReport(), { step: 10 });
  session.showRun("twin");
  expect(session.state).toMatchObject({ run: "twin", step: 9 });
  session.showRun("failing");
  expect(session.state).toMatchObject({ run: "failing", step: 10 });
});

test("side by side both charts have equally many rows", () => {
  const session = new Session(cacheReport(), {});
  session.showSideBySide("twin");
  expect(session.shownRuns()).toEqual(["failing", "twin"]);
  expect(session.rows("failing").rows.length).toBe(session.rows("twin").rows.length);
  session.goTo("twin", 3);
  expect(session.shownRuns()).toEqual(["failing", "twin"]);
  expect(session.state.run).toBe("twin");
});

test("a search finds what is outside the past of the error, and folds the rest", () => {
  const session = new Session(reportOf(recordedTrace("worker_pool_delayed")), {});
  session.store.set({ query: "hasty_done P.2" });
  const shown = session.rows("failing").rows.filter((row) => row.kind === "event");
  expect(shown.map((row) => session.current.run.event(row.index).operation)).toEqual([
    "sends hasty_done to P",
    "hasty_done arrives at P",
  ]);
  session.store.set({ query: "", hiddenLanes: new Set(["process P.1"]) });
  const lanes = session.current.lanes;
  for (const row of session.rows("failing").rows) {
    if (row.kind === "event") expect(lanes.all[lanes.ofEvent[row.index]!]!.name).not.toBe("P.1");
  }
});

test("the decisive race is recognised among the races", () => {
  const session = new Session(cacheReport(), {});
  expect(session.report.races.filter((race) => session.isDecisive(race)).map((race) => race.id)).toEqual([1]);
  expect(session.racesOf(12).map((race) => race.id)).toEqual([4]);
});
