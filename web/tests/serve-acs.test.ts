import { expect, test } from "vitest";
import { layout, ruleWords } from "../serve/acs-layout";
import type { Acs } from "../serve/api";

const acs: Acs = {
  classes: ["init", "lock.erl:3", "empty"],
  initial: "0:q0",
  places: [
    { name: "0:q0", kind: "state", class: "init" },
    { name: "0:q1", kind: "state", class: "init" },
    { name: "0:q2", kind: "state", class: "init" },
    { name: "1:q5", kind: "state", class: "lock.erl:3" },
    { name: "1:stray", kind: "failure", class: "lock.erl:3" },
    { name: "1:go", kind: "message", class: "lock.erl:3" },
  ],
  rules: [
    { from: "0:q0", to: "0:q1", spawns: "1:q5" },
    { from: "0:q0", to: "0:q2" },
    { from: "0:q1", to: "0:q0", sends: "1:go" },
    { from: "1:q5", receives: "1:go" },
  ],
};

test("every state has a place of its own, within the box of its class; messages and empty classes have none", () => {
  const { states, boxes } = layout(acs);
  expect([...states.keys()].sort()).toEqual(["0:q0", "0:q1", "0:q2", "1:q5", "1:stray"]);
  expect(boxes.map((box) => box.name)).toEqual(["init", "lock.erl:3"]);
  expect(new Set([...states.values()].map((at) => `${at.x} ${at.y}`)).size).toBe(5);
  for (const [name, at] of states) {
    const box = boxes[Number(name[0])]!;
    expect(at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height).toBe(true);
  }
});

test("a class begins at the top, and what follows is below", () => {
  const { states } = layout(acs);
  expect(states.get("0:q0")!.y).toBeLessThan(states.get("0:q1")!.y);
  expect(states.get("0:q1")!.y).toBe(states.get("0:q2")!.y);
});

test("boxes do not overlap", () => {
  const { boxes } = layout(acs);
  expect(boxes[0]!.x + boxes[0]!.width).toBeLessThan(boxes[1]!.x);
});

test("rules in words", () => {
  expect(acs.rules.map(ruleWords)).toEqual(["new q5", "", "!go", "?go"]);
});
