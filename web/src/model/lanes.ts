// The lanes of the chart: a process or thread each, then the objects that they share.
import { kindOf } from "./kinds";
import type { Messages } from "./messages";
import { objectNames, sharedObjects, usesOf } from "./objects";
import type { Run } from "./run";

export interface Lane {
  /** Stable in all runs of a report, so that a filter survives a switch to the twin. */
  readonly id: string;
  readonly kind: "process" | "object";
  readonly name: string;
  /** The registered name of a process; what the trace calls an object that has a name of its own. */
  readonly alias: string;
  /** Of a process: who started it. */
  readonly spawner: string;
  /** Of a process: its number in the trace. */
  readonly actor: number | null;
}

export interface Lanes {
  readonly all: readonly Lane[];
  /** For each event the lane it is drawn on. */
  readonly ofEvent: readonly number[];
  /** For each event the lanes of the objects it uses. */
  readonly objectsOf: readonly (readonly number[])[];
  laneOfActor(actor: number): number | undefined;
  laneOfObject(object: string): number | undefined;
}

/** A process that has a registered name is "P.1 (server)" in the names of its locations. */
function registeredNames(run: Run): Map<number, string> {
  const names = new Map<number, string>();
  for (const event of run.events) {
    if (names.has(event.actor)) continue;
    const own = run.actorName(event.actor);
    for (const { name } of event.footprint) {
      const at = name.indexOf(`of ${own} (`);
      if (at < 0 || !name.endsWith(")")) continue;
      names.set(event.actor, name.slice(at + `of ${own} (`.length, -1));
      break;
    }
  }
  return names;
}

export function lanesOf(run: Run, messages: Messages): Lanes {
  const registered = registeredNames(run);
  const all: Lane[] = [];
  const byActor = new Map<number, number>();
  const processes = run.actors
    .map((actor, index) => ({ actor, index }))
    .filter(({ actor }) => actor.role === 0);
  // By name, not by first step: so two runs of a program have the same lanes in the same order.
  processes.sort((a, b) => a.actor.name.localeCompare(b.actor.name, "en", { numeric: true }));
  for (const { actor, index } of processes) {
    byActor.set(index, all.length);
    all.push({
      id: `process ${actor.name}`,
      kind: "process",
      name: actor.name,
      alias: registered.get(index) ?? "",
      spawner: actor.parent === null ? "" : run.actorName(actor.parent),
      actor: index,
    });
  }
  const byObject = new Map<string, number>();
  const names = objectNames(run);
  for (const object of sharedObjects(run).sort()) {
    byObject.set(object, all.length);
    const name = names.get(object);
    const alias = name === undefined ? "" : object.replace(/^table /, "");
    all.push({
      id: `object ${object}`,
      kind: "object",
      name: name ?? object,
      alias,
      spawner: "",
      actor: null,
    });
  }
  const laneOfActor = (actor: number) => byActor.get(run.processOf(actor));
  const ofEvent = run.events.map((event, index) => {
    // A message that arrives is seen where it arrives, not at the one who sent it.
    const arrived = kindOf(event) === "deliver" ? messages.byArrival.get(index)?.to : undefined;
    return laneOfActor(arrived ?? event.actor) ?? 0;
  });
  const objectsOf = run.events.map((event) =>
    [...usesOf(event).keys()].map((object) => byObject.get(object)).filter((lane) => lane !== undefined),
  );
  return { all, ofEvent, objectsOf, laneOfActor, laneOfObject: (object) => byObject.get(object) };
}
