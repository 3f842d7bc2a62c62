import { expect, test } from "vitest";
import { runOf } from "../fixtures/make";
import { align } from "../src/model/alignment";
import { foldedRows, type FoldingRules } from "../src/model/folding";
import { type ChartRow, pairedRows } from "../src/model/pairedrows";
import type { Run } from "../src/model/run";

const rulesFor = (run: Run, more: Partial<FoldingRules> = {}): FoldingRules => ({
  wanted: run.events.map(() => true),
  why: "unrelated",
  foldLoops: true,
  pinned: new Set(),
  opened: new Set(),
  ...more,
});

const shape = (rows: readonly ChartRow[]) =>
  rows.map((row) => (row.kind === "event" ? row.index : row.kind === "gap" ? "-" : `${row.events.length}x`));

test("a loop that both runs go round is folded on both sides as in one chart", () => {
  const left = runOf("xababababababy");
  const right = runOf("xababababababz");
  const rows = pairedRows(align(left, right), [left, right], [rulesFor(left), rulesFor(right)]);
  expect(shape(rows[0])).toEqual([0, 1, 2, "8x", 11, 12, 13]);
  expect(shape(rows[1])).toEqual(shape(rows[0]));
  expect(rows[0]).toEqual(foldedRows(left, rulesFor(left)));
});

test("a loop of one run beside nothing is folded beside a gap", () => {
  const left = runOf("xabababababab");
  const right = runOf("x");
  const rows = pairedRows(align(left, right), [left, right], [rulesFor(left), rulesFor(right)]);
  expect(shape(rows[0])).toEqual([0, 1, 2, "8x", 11, 12]);
  expect(shape(rows[1])).toEqual([0, "-", "-", "-", "-", "-"]);
});

test("a fold that was opened, or pinned, on one side is open on both", () => {
  const left = runOf("xababababababy");
  const right = runOf("xababababababy");
  for (const more of [{ opened: new Set([3]) }, { pinned: new Set([5]) }]) {
    const rows = pairedRows(align(left, right), [left, right], [rulesFor(left), rulesFor(right, more)]);
    expect(rows[0]).toHaveLength(14);
    expect(rows[1]).toHaveLength(14);
  }
});

test("without folding of loops every pair has its row", () => {
  const run = runOf("abababababab");
  const rules = rulesFor(run, { foldLoops: false });
  expect(pairedRows(align(run, run), [run, run], [rules, rules])[0]).toHaveLength(12);
});
