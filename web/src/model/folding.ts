// Which events are rows of the chart, and which are folded into a row that counts them.
//
// Two reasons to fold: an event could not influence the error, or it is one more round of a loop. A
// loop is a block of steps that comes again at once: same actors, same operations, same lines. Its
// first and last rounds stay. What a reader must see (the error, races, the current event) never folds.
import type { Run } from "./run";

export type Row =
  | { readonly kind: "event"; readonly index: number }
  | {
      readonly kind: "fold";
      readonly why: "unrelated" | "loop" | "filtered";
      readonly first: number;
      readonly events: readonly number[];
      readonly period: number;
    };

export interface FoldingRules {
  /** For each event whether it is interesting; the others are folded. */
  readonly wanted: readonly boolean[];
  readonly why: "unrelated" | "filtered";
  readonly foldLoops: boolean;
  /** Never folded. */
  readonly pinned: ReadonlySet<number>;
  /** Folds that were opened, by their first event. */
  readonly opened: ReadonlySet<number>;
}

const LONGEST_LOOP = 12;
const FEWEST_ROUNDS = 4;
/** A fold takes a row itself; hiding less is not worth a reader's click. */
const FEWEST_HIDDEN = 4;

export function foldedRows(run: Run, rules: FoldingRules): Row[] {
  const rows: Row[] = [];
  let hidden: number[] = [];
  const close = () => {
    const first = hidden[0];
    if (first !== undefined) rows.push({ kind: "fold", why: rules.why, first, events: hidden, period: 0 });
    hidden = [];
  };
  let opened = false;
  run.events.forEach((_, index) => {
    if (rules.wanted[index] === true || rules.pinned.has(index)) {
      close();
      opened = false;
      rows.push({ kind: "event", index });
      return;
    }
    // An opened fold stays open up to the next event that is shown anyway.
    opened ||= hidden.length === 0 && rules.opened.has(index);
    if (opened) rows.push({ kind: "event", index });
    else hidden.push(index);
  });
  close();
  return rules.foldLoops ? foldLoops(run, rows, rules) : rows;
}

function foldLoops(run: Run, rows: readonly Row[], rules: FoldingRules): Row[] {
  const steps = rows.map((row) => (row.kind === "event" ? signature(run, row.index) : null));
  const out: Row[] = [];
  let at = 0;
  for (const { first: start, period, rounds } of loopsIn(steps)) {
    const end = start + period * (rounds - 1);
    const middle = rows.slice(start + period, end) as Extract<Row, { kind: "event" }>[];
    const events = middle.map((row) => row.index);
    const first = events[0]!;
    if (rules.opened.has(first) || events.some((index) => rules.pinned.has(index))) continue;
    out.push(...rows.slice(at, start + period), { kind: "fold", why: "loop", first, events, period });
    at = end;
  }
  out.push(...rows.slice(at));
  return out;
}

/** What makes two steps rounds of one loop. */
export function signature(run: Run, index: number): string {
  const { actor, fingerprint, source } = run.event(index);
  return `${actor} ${fingerprint} ${source.file}:${source.line}`;
}

export interface Loop {
  readonly first: number;
  readonly period: number;
  readonly rounds: number;
}

/** The loops in a sequence of steps, from left to right, none over another; null belongs to no loop. */
export function loopsIn(steps: readonly (string | null)[]): Loop[] {
  const out: Loop[] = [];
  for (let at = 0; at < steps.length;) {
    const loop = longestLoop(steps, at);
    if (loop !== null) out.push({ first: at, ...loop });
    at += loop === null ? 1 : loop.period * loop.rounds;
  }
  return out;
}

/** The loop that begins here and covers the most steps, or null. */
function longestLoop(
  steps: readonly (string | null)[],
  at: number,
): { period: number; rounds: number } | null {
  let best: { period: number; rounds: number } | null = null;
  for (let period = 1; period <= LONGEST_LOOP && at + period * FEWEST_ROUNDS <= steps.length; ++period) {
    let same = at + period;
    while (same < steps.length && steps[same] !== null && steps[same] === steps[same - period]) ++same;
    const rounds = Math.floor((same - at) / period);
    if (rounds < FEWEST_ROUNDS || period * (rounds - 2) < FEWEST_HIDDEN) continue;
    if (best === null || period * rounds > best.period * best.rounds) best = { period, rounds };
  }
  return best;
}

/** The row an event is in: its own, or the fold that has it. */
export function rowOfEvent(rows: readonly Row[], eventCount: number): Int32Array {
  const out = new Int32Array(eventCount).fill(-1);
  rows.forEach((row, at) => {
    if (row.kind === "event") out[row.index] = at;
    else for (const index of row.events) out[index] = at;
  });
  return out;
}
