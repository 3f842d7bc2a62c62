// Happens-before, read from the vector clocks of the trace: an event is in the past of another one
// if the other one's clock counts it.
import type { Run } from "./run";

export type Relation = "self" | "past" | "future" | "concurrent";

/** How many events of `actor` happen before the event or are it. */
function count(run: Run, index: number, actor: number): number {
  const clock = run.event(index).clock;
  let low = 0;
  let high = clock.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const pair = clock[middle]!;
    if (pair[0] === actor) return pair[1];
    if (pair[0] < actor) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** Whether `earlier` happens before `later` or is it. */
export function happensBefore(run: Run, earlier: number, later: number): boolean {
  const event = run.event(earlier);
  return event.ordinal < count(run, later, event.actor);
}

export function relation(run: Run, index: number, to: number): Relation {
  if (index === to) return "self";
  if (happensBefore(run, index, to)) return "past";
  return happensBefore(run, to, index) ? "future" : "concurrent";
}

/** For each event whether it happens before one of `ends` or is one. */
export function pastOf(run: Run, ends: readonly number[]): boolean[] {
  const counts = new Array<number>(run.actors.length).fill(0);
  for (const end of ends) {
    for (const [actor, n] of run.event(end).clock) counts[actor] = Math.max(counts[actor] ?? 0, n);
  }
  return run.events.map((event) => event.ordinal < (counts[event.actor] ?? 0));
}

/**
 * Where the errors show: the last event of each actor they belong to, and, as one that waits has not
 * met what it waits for, the last event at each location it waits for. As in the text report
 * (src/report/causal_past.cpp).
 */
export function errorEnds(run: Run): number[] {
  const failing = new Set(run.trace.errors.flatMap((error) => error.actors));
  const ends = new Set<number>();
  for (const actor of failing) {
    const last = run.lastEventOf(actor);
    if (last !== undefined) ends.add(last);
  }
  const lastAt = new Map<number, number>();
  run.events.forEach((event, index) => {
    for (const access of event.footprint) lastAt.set(access.location, index);
  });
  for (const blocked of run.trace.blocked ?? []) {
    if (!failing.has(blocked.actor)) continue;
    for (const access of blocked.footprint) {
      const last = lastAt.get(access.location);
      if (last !== undefined) ends.add(last);
    }
  }
  return [...ends].sort((a, b) => a - b);
}

/** For each event whether it could have influenced an error; all did if no error belongs to anybody. */
export function errorPast(run: Run): boolean[] {
  const ends = errorEnds(run);
  return ends.length === 0 ? run.events.map(() => true) : pastOf(run, ends);
}

/** The event at which the first error shows. */
export function errorEvent(run: Run): number | undefined {
  const first = run.trace.errors[0];
  if (first === undefined) return undefined;
  const lasts = first.actors.map((actor) => run.lastEventOf(actor)).filter((last) => last !== undefined);
  // A deadlock shows when the last of them got stuck; anything else is the first one's own doing.
  return first.kind === "deadlock" && lasts.length > 0 ? Math.max(...lasts) : lasts[0];
}
