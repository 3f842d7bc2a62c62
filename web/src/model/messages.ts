// Which send a receive took its message from.
//
// The mailboxes are run again: every append to a mailbox puts a message at its end, every receive
// takes the one that has its name (`message`). Traces of Heddle 0.1 name messages in the toy language
// only; there a receive takes the first message that reads like the one it says it received. What a
// 'DOWN' or 'EXIT' says is not in the step that sends it; such a message fits a receive of that shape.
import type { TraceEvent } from "../generated/trace";
import { happensBefore } from "./causality";
import type { Run } from "./run";

export interface Message {
  /** Whose mailbox: an actor. */
  readonly to: number;
  /** What it says; null if the trace does not tell before it is received. */
  text: string | null;
  readonly sent: number;
  /** When it got into the mailbox: the send itself, or the delivery of a message that was on its way. */
  arrived: number | null;
  received: number | null;
}

export interface Messages {
  readonly all: readonly Message[];
  /** By the event that sent it; an event sends one message at most. */
  readonly bySend: ReadonlyMap<number, Message>;
  readonly byArrival: ReadonlyMap<number, Message>;
  readonly byReceive: ReadonlyMap<number, Message>;
}

/** The text of the message that a send, a delivery or a timer is about, if it says so. */
function sentText(event: TraceEvent): string | null {
  const { operation, target } = event;
  if (operation.startsWith("sends ") && operation.endsWith(` to ${target}`)) {
    return operation.slice("sends ".length, -` to ${target}`.length);
  }
  if (operation.endsWith(` arrives at ${target}`)) return operation.slice(0, -` arrives at ${target}`.length);
  if (operation.startsWith("fires: sends ")) return operation.slice("fires: sends ".length);
  if (operation.startsWith(`send ${target} `)) return operation.slice(`send ${target} `.length);
  if (operation.startsWith("deliver ") && operation.endsWith(` to ${target}`)) {
    return operation.slice("deliver ".length, -` to ${target}`.length);
  }
  return null;
}

/** The text of the message that a receive took. */
export function receivedText(event: TraceEvent): string | null {
  if (event.operation === "receive") return event.value;
  if (!event.operation.startsWith("receives ")) return null;
  const accepts = ` (accepts ${event.constraint})`;
  const end = event.constraint !== "" && event.operation.endsWith(accepts) ? -accepts.length : undefined;
  return event.operation.slice("receives ".length, end);
}

/** Whose mailbox a location is: "the mailbox of P.1 (squarer)" is P.1's. */
function mailboxOwner(run: Run, name: string): number | undefined {
  const owner = /^(?:the )?mailbox of (.+)$/.exec(name)?.[1];
  if (owner === undefined) return undefined;
  return run.actorNamed(owner) ?? run.actorNamed(owner.replace(/ \(.*\)$/, ""));
}

export function followMessages(run: Run): Messages {
  const all: Message[] = [];
  const bySend = new Map<number, Message>();
  const byArrival = new Map<number, Message>();
  const byReceive = new Map<number, Message>();
  const onTheWay = new Map<number, Message[]>();
  const mailboxes = new Map<number, Message[]>();

  run.events.forEach((event, index) => {
    let delivered: Message | undefined;
    for (const access of event.footprint) {
      if (access.kind === "consume") delivered ??= onTheWay.get(access.location)?.shift();
      const owner = mailboxOwner(run, access.name);
      if (access.kind === "produce" && isSignal(access.name)) {
        const to = targetOf(run, event);
        if (to === undefined) continue;
        const message = { to, text: sentText(event), sent: index, arrived: null, received: null };
        all.push(message);
        bySend.set(index, message);
        append(onTheWay, access.location, message);
      } else if (access.kind === "append" && owner !== undefined) {
        const message = delivered ?? { to: owner, text: null, sent: index, arrived: null, received: null };
        if (delivered === undefined) {
          all.push(message);
          bySend.set(index, message);
        }
        message.text ??= sentText(event);
        message.arrived = index;
        byArrival.set(index, message);
        append(mailboxes, access.location, message);
      } else if (access.kind === "take" || access.kind === "poll") {
        const queue = mailboxes.get(access.location) ?? [];
        const taken = choose(run, queue, event, index);
        if (taken === undefined) continue;
        queue.splice(queue.indexOf(taken), 1);
        taken.text ??= receivedText(event);
        taken.received = index;
        byReceive.set(index, taken);
      }
    }
  });
  return { all, bySend, byArrival, byReceive };
}

function append(queues: Map<number, Message[]>, location: number, message: Message): void {
  const queue = queues.get(location);
  if (queue === undefined) queues.set(location, [message]);
  else queue.push(message);
}

function isSignal(locationName: string): boolean {
  return /^a signal from |^message \d+ of /.test(locationName);
}

function targetOf(run: Run, event: TraceEvent): number | undefined {
  const name = event.target;
  const found = run.actorNamed(name);
  if (found !== undefined) return found;
  const signal = event.footprint.find((access) => isSignal(access.name))?.name ?? "";
  const to = /(?: to |->)(.+)$/.exec(signal)?.[1] ?? "";
  return run.actorNamed(to) ?? run.actorNamed(to.replace(/ \(.*\)$/, ""));
}

function choose(run: Run, queue: readonly Message[], event: TraceEvent, index: number): Message | undefined {
  const text = receivedText(event);
  if (text === null) return undefined;
  if (event.message !== "") {
    const named = queue.find((message) => run.event(message.sent).message === event.message);
    if (named !== undefined) return named;
  }
  const isBefore = (message: Message) => happensBefore(run, message.sent, index);
  return (
    queue.find((message) => message.text === text && isBefore(message)) ??
    queue.find((message) => message.text === null && isBefore(message) && /^\{'?(DOWN|EXIT)'?,/.test(text)) ??
    queue.find((message) => message.text === null && isBefore(message))
  );
}

/** The mailbox of an actor when the first `steps` events have happened, oldest first. */
export function mailboxAfter(messages: Messages, actor: number, steps: number): Message[] {
  return messages.all
    .filter((message) => message.to === actor)
    .filter((message) => message.arrived !== null && message.arrived < steps)
    .filter((message) => message.received === null || message.received >= steps)
    .sort((a, b) => (a.arrived ?? 0) - (b.arrived ?? 0));
}
