// Who waits for whom at the end.
//
// A lock is waited for by its holder's leave: that edge is certain. A receive waits for anybody who
// might send; the trace does not say who. What it does say: to whom the stuck process has sent
// without hearing from them since. What can be empty or full (a channel, an mvar) was left as it is by
// the last who used it. Such edges are likely, and shown as such.
import type { Messages } from "./messages";
import type { Run } from "./run";

export interface WaitEdge {
  readonly from: number;
  readonly to: number;
  readonly certain: boolean;
  /** It holds the lock, it has not ended, it has not answered, it was the last to use the object. */
  readonly how: "holds" | "runs" | "silent" | "last";
  /** The event that makes the edge: the acquisition, the last one, the send that has no answer. */
  readonly because: number;
}

export interface Stuck {
  readonly actor: number;
  readonly waitsFor: string;
  /** The patterns of the receive it is stuck in; empty if it is none, or takes anything. */
  readonly constraint: string;
  readonly lastStep: number | undefined;
  readonly isError: boolean;
}

export function stuckProcesses(run: Run): Stuck[] {
  const failing = new Set(
    run.trace.errors.filter((error) => error.kind === "deadlock").flatMap((error) => error.actors),
  );
  return (run.trace.blocked ?? []).map((blocked) => ({
    actor: blocked.actor,
    waitsFor: blocked.waits_for,
    constraint: /^a message at \S+ for (.+); its mailbox/s.exec(blocked.waits_for)?.[1] ?? "",
    lastStep: run.lastEventOf(blocked.actor),
    isError: failing.has(blocked.actor),
  }));
}

export function waitForGraph(run: Run, messages: Messages): WaitEdge[] {
  const blocked = run.trace.blocked ?? [];
  const stuck = new Set(blocked.map((one) => one.actor));
  const edges: WaitEdge[] = [];
  for (const { actor, footprint, waits_for } of blocked) {
    const held = heldBy(run, waits_for);
    if (held !== undefined) edges.push({ from: actor, certain: true, how: "holds", ...held });
    for (const access of footprint) {
      if (access.kind === "acquire") {
        const because = holder(run, access.location);
        if (because === undefined) continue;
        const to = run.processOf(run.event(because).actor);
        edges.push({ from: actor, to, certain: true, how: "holds", because });
      } else if (access.kind === "consume") {
        const ended = /^the end of (.+)$/s.exec(access.name)?.[1];
        const to = ended === undefined ? undefined : run.actorNamed(ended);
        const because = to === undefined ? undefined : run.lastEventOf(to);
        if (to !== undefined && because !== undefined)
          edges.push({ from: actor, to, certain: true, how: "runs", because });
      } else if (access.kind === "take") {
        edges.push(...unanswered(run, messages, actor).filter((edge) => stuck.has(edge.to)));
      } else if (held === undefined && (access.kind === "guarded" || access.kind === "await")) {
        const because = run.events.findLastIndex((event) =>
          event.footprint.some((one) => one.location === access.location),
        );
        const to = because < 0 ? actor : run.processOf(run.event(because).actor);
        if (to !== actor && stuck.has(to))
          edges.push({ from: actor, to, certain: false, how: "last", because });
      }
    }
  }
  return edges;
}

/** C++ says it in words: "waits in savings.lock (bank.cpp:9, held by T2)". */
function heldBy(run: Run, waitsFor: string): { to: number; because: number } | undefined {
  const words = /^(?:waits in|spins at) (.+)\.\w+ \(.*, held by (.+)\)$/s.exec(waitsFor);
  const to = words === null ? undefined : run.actorNamed(words[2]!);
  if (to === undefined) return undefined;
  const because = run.events.findLastIndex(
    (event) => run.processOf(event.actor) === to && event.target === words![1],
  );
  return because < 0 ? undefined : { to, because };
}

/** The event that took a lock and was not followed by a release. */
function holder(run: Run, location: number): number | undefined {
  for (let index = run.events.length - 1; index >= 0; --index) {
    const access = run.event(index).footprint.find((one) => one.location === location);
    if (access?.kind === "acquire") return index;
    if (access?.kind === "release") return undefined;
  }
  return undefined;
}

function unanswered(run: Run, messages: Messages, actor: number): WaitEdge[] {
  const lastSent = new Map<number, number>();
  for (const message of messages.all) {
    if (run.processOf(run.event(message.sent).actor) !== actor || message.to === actor) continue;
    lastSent.set(message.to, message.sent);
  }
  const edges: WaitEdge[] = [];
  for (const [to, because] of lastSent) {
    const answered = messages.all.some(
      (message) =>
        message.to === actor && message.sent > because && run.processOf(run.event(message.sent).actor) === to,
    );
    if (!answered) edges.push({ from: actor, to, certain: false, how: "silent", because });
  }
  return edges;
}

/** The actors on a cycle of the graph: a deadlock's heart. */
export function onCycle(edges: readonly WaitEdge[]): Set<number> {
  const next = new Map<number, number[]>();
  for (const edge of edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to]);
  const reaches = (from: number, goal: number): boolean => {
    const seen = new Set<number>();
    const stack = [...(next.get(from) ?? [])];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (at === goal) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      stack.push(...(next.get(at) ?? []));
    }
    return false;
  };
  return new Set([...next.keys()].filter((actor) => reaches(actor, actor)));
}
