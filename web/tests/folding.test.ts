import { expect, test } from "vitest";
import { bigReport, runOf } from "../fixtures/make";
import { foldedRows, type FoldingRules, loopsIn, rowOfEvent } from "../src/model/folding";
import { Run } from "../src/model/run";

const rules: FoldingRules = {
  wanted: [],
  why: "unrelated",
  foldLoops: false,
  pinned: new Set(),
  opened: new Set(),
};

const shape = (rows: ReturnType<typeof foldedRows>) =>
  rows.map((row) => (row.kind === "event" ? row.index : `${row.events.length}`)).join(" ");

test("neighbours that are not wanted share a fold that counts them", () => {
  const wanted = [true, false, false, true, false];
  expect(shape(foldedRows(runOf("abcde"), { ...rules, wanted }))).toBe("0 2 3 1");
});

test("an opened fold shows its events, another one stays", () => {
  const wanted = [true, false, false, true, false];
  expect(shape(foldedRows(runOf("abcde"), { ...rules, wanted, opened: new Set([1]) }))).toBe("0 1 2 3 1");
});

test("what is pinned is never folded", () => {
  expect(shape(foldedRows(runOf("abcde"), { ...rules, wanted: [], pinned: new Set([2]) }))).toBe("2 2 2");
});

test("of a loop the first and the last round stay", () => {
  const wanted = new Array<boolean>(13).fill(true);
  // x, six rounds of ab, y: four rounds of two steps are folded.
  expect(
    shape(foldedRows(runOf("xababababababy"), { ...rules, wanted: [...wanted, true], foldLoops: true })),
  ).toBe("0 1 2 8 11 12 13");
});

test("three rounds are not yet a loop", () => {
  const wanted = new Array<boolean>(6).fill(true);
  expect(shape(foldedRows(runOf("ababab"), { ...rules, wanted, foldLoops: true }))).toBe("0 1 2 3 4 5");
});

test("a loop with a pinned step inside stays open", () => {
  const wanted = new Array<boolean>(10).fill(true);
  expect(
    shape(foldedRows(runOf("ababababab"), { ...rules, wanted, foldLoops: true, pinned: new Set([4]) })),
  ).toBe("0 1 2 3 4 5 6 7 8 9");
});

test("every event is in exactly one row", () => {
  const run = new Run(bigReport(2000).trace!);
  const wanted = run.events.map((_, index) => index % 5 !== 0);
  const rows = foldedRows(run, { ...rules, wanted, foldLoops: true });
  const all = rows.flatMap((row) => (row.kind === "event" ? [row.index] : row.events));
  expect(all).toEqual(run.events.map((_, index) => index));
  expect(rowOfEvent(rows, run.events.length).every((row) => row >= 0)).toBe(true);
});

test("ten times the events are some ten times the work, whatever the loops are", () => {
  const looks = (count: number, letter: (at: number) => string) => {
    let reads = 0;
    const steps = Array.from({ length: count }, (_, at) => letter(at));
    loopsIn(new Proxy(steps, { get: (list, key) => (++reads, Reflect.get(list, key) as unknown) }));
    return reads;
  };
  const shapes: ((at: number) => string)[] = [
    () => "a",
    (at) => "abcde"[at % 5]!,
    (at) => String(at),
    (at) => (at % 97 === 0 ? "x" : "a"),
  ];
  for (const shape of shapes) expect(looks(10_000, shape)).toBeLessThan(15 * looks(1_000, shape));
});
