// Two runs side by side: an event stands beside the same event (actor and ordinal) of the other run.
//
// Not all can, since the runs differ in order. As identities are unique, the longest sequence of
// events that both runs have in the same order is a longest increasing subsequence of positions,
// found in n log n by patience sorting. The other events get rows of their own.
import type { Run } from "./run";

export interface AlignedPair {
  /** Event of the first run, or null beside an event that only the other one has here. */
  readonly left: number | null;
  readonly right: number | null;
}

/** For each event of `run` the same event of `other`, or -1. */
export function counterparts(run: Run, other: Run): Int32Array {
  const positions = new Map(other.events.map((_, index) => [other.identity(index), index]));
  return Int32Array.from(run.events, (_, index) => positions.get(run.identity(index)) ?? -1);
}

export function align(left: Run, right: Run): AlignedPair[] {
  const there = counterparts(left, right);
  const pairs: AlignedPair[] = [];
  let l = 0;
  let r = 0;
  for (const match of longestIncreasing(there)) {
    while (l < match) pairs.push({ left: l++, right: null });
    while (r < there[match]!) pairs.push({ left: null, right: r++ });
    pairs.push({ left: l++, right: r++ });
  }
  while (l < left.events.length) pairs.push({ left: l++, right: null });
  while (r < right.events.length) pairs.push({ left: null, right: r++ });
  return pairs;
}

/** The indices of a longest increasing subsequence; -1 is no value. */
function longestIncreasing(values: Int32Array): number[] {
  const ends: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (let index = 0; index < values.length; ++index) {
    const value = values[index]!;
    if (value < 0) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  }
  const out: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) out.push(at);
  return out.reverse();
}

/** Whether the same event saw something else in the other run. */
export function differs(left: Run, leftIndex: number, right: Run, rightIndex: number): boolean {
  const a = left.event(leftIndex);
  const b = right.event(rightIndex);
  return a.operation !== b.operation || a.value !== b.value;
}
