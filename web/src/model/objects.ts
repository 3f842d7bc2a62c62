// Shared objects: what several processes touch, by the names that footprints give to locations.
import type { TraceAccess, TraceEvent } from "../generated/trace";
import type { Run } from "./run";

export type Use = "read" | "write" | "lock" | "unlock";

/** Locations by which processes are started, found, told and stopped; arrows show those. */
const PLUMBING = new RegExp(
  [
    "^(the )?(reins|start|beginning|end|exit|life|links, monitors and names|group leader|mailbox|monitors?|alias|link|scheduling)\\b",
    "^the length of the mailbox",
    "^trap_exit of ",
    "^a signal from ",
    "^message \\d+ of ",
    "^all ",
    "^the order of seq_cst",
    "^object\\d+$",
  ].join("|"),
);

/** The object a location belongs to, or null: a key and a name belong to their table, a word to its array. */
export function objectOf(locationName: string): string | null {
  const part =
    /^(?:key .*|the keys|the fixation) of table (.+)$/s.exec(locationName) ??
    /^the table (?:name )?(.+)$/s.exec(locationName);
  if (part) return `table ${part[1]}`;
  const word = /^word \d+ of (.+)$/s.exec(locationName);
  if (word) return `atomics ${word[1]}`;
  if (locationName === "" || PLUMBING.test(locationName)) return null;
  return locationName.replace(/^the /, "");
}

function useOf(kind: TraceAccess["kind"]): Use | null {
  switch (kind) {
    case "read":
    case "await":
    case "guarded":
    case "poll":
      return "read";
    case "write":
    case "update":
    case "add":
      return "write";
    case "acquire":
      return "lock";
    case "release":
      return "unlock";
    default:
      return null;
  }
}

const OPERATIONS: [RegExp, Use][] = [
  [/^(load|read|test\b|try_read|wait\b)/, "read"],
  [/^(lock|acquire)/, "lock"],
  [/^(unlock|release)/, "unlock"],
];

/**
 * The object of a C++ operation ("queue.lock", target "queue") and its use: footprints tell what the
 * search needs to know, which is not always the object (the C++ memory model), or how it is used (locks).
 */
function operationOn(step: Step): [string, Use] | null {
  const { operation = "", target = "", value = "" } = step;
  if (target === "" || !operation.startsWith(`${target}.`)) return null;
  const verb = operation.slice(target.length + 1);
  if (verb.startsWith("try_lock")) return [target, value === "false" ? "read" : "lock"];
  return [target, OPERATIONS.find(([words]) => words.test(verb))?.[1] ?? "write"];
}

type Step = Pick<TraceEvent, "footprint"> & Partial<Pick<TraceEvent, "operation" | "target" | "value">>;

const STRENGTH: Record<Use, number> = { read: 0, write: 1, lock: 2, unlock: 3 };

/** The objects a step uses, each with its strongest use. */
export function usesOf(step: Step): Map<string, Use> {
  const named = operationOn(step);
  if (named !== null) return new Map([named]);
  const uses = new Map<string, Use>();
  for (const access of step.footprint) {
    const object = objectOf(access.name);
    const use = object === null ? null : useOf(access.kind);
    if (object === null || use === null) continue;
    const known = uses.get(object);
    if (known === undefined || STRENGTH[use] > STRENGTH[known]) uses.set(object, use);
  }
  return uses;
}

/** Objects that several processes use and at least one changes, in order of first use. */
export function sharedObjects(run: Run): string[] {
  const users = new Map<string, { processes: Set<number>; changed: boolean }>();
  // A step that could not be taken counts: two may share a lock only in that one waits for it.
  for (const event of [...run.events, ...(run.trace.blocked ?? [])]) {
    for (const [object, use] of usesOf(event)) {
      const known = users.get(object) ?? { processes: new Set(), changed: false };
      known.processes.add(run.processOf(event.actor));
      known.changed ||= use !== "read";
      users.set(object, known);
    }
  }
  return [...users].filter(([, use]) => use.processes.size > 1 && use.changed).map(([object]) => object);
}

/** What the program calls its objects: `ets:new(cache, ...)` that gives #Ref<P.1> names that table. */
export function objectNames(run: Run): Map<string, string> {
  const names = new Map<string, string>();
  for (const event of run.events) {
    const made = /^ets:new\(([^,()]+),/.exec(event.operation);
    if (made?.[1] !== undefined && event.value.startsWith("#Ref<"))
      names.set(`table ${event.value}`, `table ${made[1]}`);
  }
  return names;
}

/** Says tables by their names, as far as the program gave them names. */
export function withObjectNames(run: Run, text: string): string {
  let out = text;
  for (const [object, name] of objectNames(run)) out = out.replaceAll(object, name);
  return out;
}

/**
 * The locations whose values a step sees. A step on a key also asks whether its table is still there,
 * which is not what a reader means by the value.
 */
function seenLocations(run: Run, index: number): number[] {
  const accesses = run.event(index).footprint.filter((access) => objectOf(access.name) !== null);
  const isPart = (access: TraceAccess) => /^(key|word) /.test(access.name);
  const values = accesses.some(isPart) ? accesses.filter(isPart) : accesses;
  return values
    .filter((access) => useOf(access.kind) === "read" || access.kind === "update")
    .map((access) => access.location);
}

/** Where the value that a step saw was written: the last change before it. */
export function writersOf(run: Run, index: number): number[] {
  const { reads } = run.event(index);
  if (reads !== undefined) return reads.from === null ? [] : [reads.from];
  const writers = new Set<number>();
  for (const location of seenLocations(run, index)) {
    for (let at = index - 1; at >= 0; --at) {
      if (!changes(run, at, location)) continue;
      writers.add(at);
      break;
    }
  }
  return [...writers].sort((a, b) => b - a);
}

/** All other steps that change what a step sees: those among which the order decides. */
export function changesOfRead(run: Run, index: number): number[] {
  const { reads, target } = run.event(index);
  if (reads !== undefined) {
    return run.events.flatMap((event, at) =>
      at !== index && usesOf(event).get(target) === "write" && !event.operation.startsWith(`${target}.commit`)
        ? [at]
        : [],
    );
  }
  const locations = seenLocations(run, index);
  return run.events.flatMap((_, at) =>
    at !== index && locations.some((location) => changes(run, at, location)) ? [at] : [],
  );
}

function changes(run: Run, index: number, location: number): boolean {
  return run
    .event(index)
    .footprint.some(
      (access) =>
        access.location === location && (useOf(access.kind) === "write" || access.kind === "release"),
    );
}
