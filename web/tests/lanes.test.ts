import { expect, test } from "vitest";
import { cacheReport, lockReport, recordedTrace } from "../fixtures/make";
import { kindOf } from "../src/model/kinds";
import { changesOfRead, objectOf, withObjectNames, writersOf } from "../src/model/objects";
import { spawnOf } from "../src/model/arrows";
import { modelOf } from "../src/model/runmodel";

test.each([
  ["key answer of table #Ref<P.1>", "table #Ref<P.1>"],
  ["key of table of table x", "table x"],
  ["the keys of table cache", "table cache"],
  ["the table cache", "table cache"],
  ["the table name cache", "table cache"],
  ["word 1 of #Ref<P.1>", "atomics #Ref<P.1>"],
  ["the name squarer", "name squarer"],
  ["balance", "balance"],
  ["the reins of P", null],
  ["the mailbox of P.1 (server)", null],
  ["a signal from P to P.1", null],
  ["message 1 of main->main.1", null],
  ["the links, monitors and names of P", null],
  ["the beginning of T1", null],
  ["exit of main.1", null],
])("the object of %s", (location, object) => {
  expect(objectOf(location)).toBe(object);
});

test("processes come by name, then the objects they share", () => {
  const { lanes } = modelOf(recordedTrace("cache"));
  expect(lanes.all.map((lane) => [lane.kind, lane.name, lane.spawner])).toEqual([
    ["process", "P", ""],
    ["process", "P.1", "P"],
    ["process", "P.2", "P"],
    ["object", "table cache", ""],
  ]);
});

test("the store is used by P alone, so it has no lane; a lock one waits for has one", () => {
  expect(modelOf(recordedTrace("cache")).lanes.laneOfObject("table #Ref<P.2>")).toBeUndefined();
  expect(modelOf(lockReport().trace!).lanes.laneOfObject("savings")).toBeDefined();
});

test("a registered process is known by its name too", () => {
  const { lanes } = modelOf(recordedTrace("restart_race"));
  expect(lanes.all.find((lane) => lane.name === "P.1.1")?.alias).toBe("squarer");
});

test("the dead speak on their own lane, a message arrives on its receiver's", () => {
  const dead = modelOf(recordedTrace("worker_pool"));
  expect(dead.lanes.all[dead.lanes.ofEvent[19]!]!.name).toBe("P.2");
  const delayed = modelOf(recordedTrace("worker_pool_delayed"));
  expect(delayed.lanes.all[delayed.lanes.ofEvent[3]!]!.name).toBe("P");
});

test("sorts of steps", () => {
  const kinds = (name: string) => new Set(recordedTrace(name).events.map(kindOf));
  expect([...kinds("cache")].sort()).toEqual(["exit", "local", "read", "receive", "send", "spawn", "write"]);
  expect(kinds("slow_server")).toContain("timeout");
  expect(kinds("worker_pool")).toContain("monitor");
  expect(kinds("worker_pool_delayed")).toContain("deliver");
  expect(lockReport().trace!.events.map(kindOf)).toEqual(["spawn", "spawn", "lock", "lock", "read", "write"]);
});

test("a message that looks like a step is still a message", () => {
  const event = recordedTrace("cache").events[15]!;
  expect(kindOf({ ...event, operation: "receives {'exits with ', x} arrives at P" })).toBe("receive");
});

test("who started a process, who wrote a value", () => {
  const { run } = modelOf(recordedTrace("cache"));
  expect(spawnOf(run, 1)).toBe(7);
  expect(spawnOf(run, 0)).toBeUndefined();
  expect(writersOf(run, 17)).toEqual([13]); // hits/2 reads what P.1 inserted last
  expect(writersOf(run, 10)).toEqual([6]);
  expect(writersOf(run, 11)).toEqual([]); // an insert sees nothing of the key
  expect(changesOfRead(run, 10)).toEqual([6, 11, 13]);
});

test("tables are called what the program calls them", () => {
  const { run } = modelOf(cacheReport().trace!);
  expect(withObjectNames(run, "key answer of table #Ref<P.1>")).toBe("key answer of table cache");
});

test("every arrow goes from an event to the same or a later one, between lanes that exist", () => {
  for (const name of ["worker_pool", "worker_pool_delayed", "restart_race", "toy_overtaking"]) {
    const { arrows, lanes } = modelOf(recordedTrace(name));
    for (const arrow of arrows) {
      expect(arrow.from).toBeLessThanOrEqual(arrow.to);
      expect(lanes.all[arrow.fromLane]).toBeDefined();
      expect(lanes.all[arrow.toLane]).toBeDefined();
    }
  }
});
