// One execution, indexed: which events an actor has, who an actor is in any run of the program.
import type { Trace, TraceActor, TraceEvent } from "../generated/trace";
import { ownSteps } from "./ownsteps";

export class Run {
  readonly events: readonly TraceEvent[];
  readonly actors: readonly TraceActor[];
  /** For each actor its events, in order: the event with ordinal n is at place n. */
  readonly eventsOf: readonly (readonly number[])[];
  private readonly keys: string[];
  private readonly byName: Map<string, number>;

  constructor(readonly trace: Trace) {
    this.events = ownSteps(trace);
    this.actors = trace.actors;
    const eventsOf: number[][] = trace.actors.map(() => []);
    this.events.forEach((event, index) => eventsOf[event.actor]?.push(index));
    this.eventsOf = eventsOf;
    // A parent precedes its children, so its key is known.
    this.keys = [];
    for (const actor of trace.actors) {
      const parent = actor.parent === null ? "" : this.keys[actor.parent];
      this.keys.push(`${parent}/${actor.role}.${actor.ordinal}`);
    }
    // What acts on behalf of a thread may have its name; the thread comes first.
    this.byName = new Map();
    trace.actors.forEach((actor, index) => {
      if (!this.byName.has(actor.name)) this.byName.set(actor.name, index);
    });
  }

  event(index: number): TraceEvent {
    const event = this.events[index];
    if (event === undefined) throw new RangeError(`there is no event ${index}`);
    return event;
  }

  actorName(actor: number): string {
    return this.actors[actor]?.name ?? `actor ${actor}`;
  }

  actorNamed(name: string): number | undefined {
    return this.byName.get(name);
  }

  /** Names an event in every run of the program: who takes it, and as its how-manieth. */
  identity(index: number): string {
    const event = this.event(index);
    return `${this.keys[event.actor]}:${event.ordinal}`;
  }

  /** The process or thread an actor belongs to: itself, or the maker of a message in flight or a store buffer. */
  processOf(actor: number): number {
    let at = actor;
    for (;;) {
      const found = this.actors[at];
      if (found === undefined || found.role === 0 || found.parent === null) return at;
      at = found.parent;
    }
  }

  lastEventOf(actor: number): number | undefined {
    return this.eventsOf[actor]?.at(-1);
  }
}
