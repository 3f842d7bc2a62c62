import { expect, test } from "vitest";
import { recordedTrace, writtenDocument } from "../fixtures/make";
import { modelOf } from "../src/model/runmodel";
import { brokenProperty } from "../src/view/property";
import { counted, place, stepLine, stepRanges } from "../src/view/words";

test("a step is told once: what a message says is not its result as well", () => {
  const model = modelOf(recordedTrace("cache"));
  expect(stepLine(model, 12)).toBe("13 P.2 sends second_done to P");
  expect(stepLine(model, 17)).toBe("18 P ets:lookup_element(#Ref<P.1>, answer, 3) → 1");
});

test("counts and places", () => {
  expect([counted(1, "step"), counted(12_000, "step"), counted(2, "process", "processes")]).toEqual([
    "1 step",
    "12,000 steps",
    "2 processes",
  ]);
  expect([
    place({ file: "a/b/c.erl", line: 3 }),
    place({ file: "", line: 0 }),
    place({ file: "c.toy", line: 0 }),
  ]).toEqual(["c.erl:3", "", "c.toy"]);
});

test("steps in an order, neighbours together", () => {
  expect(stepRanges([0, 1, 2, 3, 5, 6, 4])).toBe("1–4, 6, 7, 5");
  expect(stepRanges([])).toBe("");
});

test("a predicate that does not hold is named by what it says", () => {
  const broken = (name: string) => {
    const trace = writtenDocument(name).trace!;
    return brokenProperty(trace, trace.errors[0]!);
  };
  expect(broken("cpp_update")).toBe("Broken predicate: unexpected: 1");
  expect(broken("cpp_locks")).toBe("Broken property: nobody waits for ever");
  expect(broken("cache")).toBe("Broken property: every assertion holds");
});
