// The rows of two runs side by side: equally many on both sides, so that one scroll position serves
// them, and folded alike: a row is folded when neither run needs it, a loop when both go round it
// together (or one does beside nothing of the other).
import type { AlignedPair } from "./alignment";
import { type FoldingRules, loopsIn, type Row, signature } from "./folding";
import type { Run } from "./run";

/** A row of a chart; a gap stands beside an event that only the other run has here. */
export type ChartRow = Row | { readonly kind: "gap" };

type Sides<T> = readonly [left: T, right: T];
type Line = {
  readonly pairs: readonly AlignedPair[];
  readonly why: "event" | "unrelated" | "filtered" | "loop";
};

const SIDES = [0, 1] as const;
const eventOf = (pair: AlignedPair, side: 0 | 1) => (side === 0 ? pair.left : pair.right);

export function pairedRows(
  pairs: readonly AlignedPair[],
  runs: Sides<Run>,
  rules: Sides<FoldingRules>,
): [ChartRow[], ChartRow[]] {
  const isSome = (pair: AlignedPair, holds: (index: number, side: 0 | 1) => boolean) =>
    SIDES.some((side) => {
      const index = eventOf(pair, side);
      return index !== null && holds(index, side);
    });
  const isPinned = (pair: AlignedPair) => isSome(pair, (index, side) => rules[side].pinned.has(index));
  const isWanted = (pair: AlignedPair) =>
    isPinned(pair) || isSome(pair, (index, side) => rules[side].wanted[index] === true);
  const isOpened = (some: readonly AlignedPair[]) =>
    SIDES.some((side) => {
      const first = some.map((pair) => eventOf(pair, side)).find((index) => index !== null);
      return first !== undefined && rules[side].opened.has(first);
    });

  const single = (pair: AlignedPair): Line => ({ pairs: [pair], why: "event" });
  const lines: Line[] = [];
  let hidden: AlignedPair[] = [];
  const close = () => {
    if (hidden.length > 0 && isOpened(hidden)) lines.push(...hidden.map(single));
    else if (hidden.length > 0) lines.push({ pairs: hidden, why: rules[0].why });
    hidden = [];
  };
  for (const pair of pairs) {
    if (isWanted(pair)) {
      close();
      lines.push(single(pair));
    } else hidden.push(pair);
  }
  close();

  const steps = lines.map(({ pairs: [pair], why }) =>
    why === "event" ? SIDES.map((side) => ofSide(runs[side], eventOf(pair!, side))).join(" | ") : null,
  );
  const out: [ChartRow[], ChartRow[]] = [[], []];
  const show = (line: Line, period = 0) => {
    for (const side of SIDES) out[side].push(rowOf(line, side, period));
  };
  let at = 0;
  for (const { first, period, rounds } of rules[0].foldLoops ? loopsIn(steps) : []) {
    const inside = lines.slice(first + period, first + period * (rounds - 1));
    const middle = inside.flatMap((line) => line.pairs);
    if (isOpened(middle) || middle.some(isPinned)) continue;
    for (const line of lines.slice(at, first + period)) show(line);
    show({ pairs: middle, why: "loop" }, period);
    at = first + period * (rounds - 1);
  }
  for (const line of lines.slice(at)) show(line);
  return out;
}

function ofSide(run: Run, index: number | null): string {
  return index === null ? "" : signature(run, index);
}

function rowOf({ pairs, why }: Line, side: 0 | 1, period: number): ChartRow {
  const events = pairs.map((pair) => eventOf(pair, side)).filter((index) => index !== null);
  const first = events[0];
  if (first === undefined) return { kind: "gap" };
  if (why === "event") return { kind: "event", index: first };
  // One run may take only some of the steps of a round.
  const own = period === 0 ? 0 : (events.length * period) / pairs.length;
  return { kind: "fold", why, first, events, period: own };
}
