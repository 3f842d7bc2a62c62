// What goes from lane to lane: messages, starts, signals of the dead, links, monitors, uses of objects.
import { kindOf } from "./kinds";
import type { Lanes } from "./lanes";
import type { Messages } from "./messages";
import { type Use, usesOf } from "./objects";
import type { Run } from "./run";

export type ArrowKind = "message" | "flight" | "queue" | "lost" | "spawn" | "exit" | "monitor" | "link" | Use;

export interface Arrow {
  readonly kind: ArrowKind;
  /** Events; equal for what happens in one step. */
  readonly from: number;
  readonly to: number;
  readonly fromLane: number;
  readonly toLane: number;
}

export function arrowsOf(run: Run, lanes: Lanes, messages: Messages): Arrow[] {
  return [
    ...messageArrows(lanes, messages, run),
    ...spawnArrows(run, lanes),
    ...stepArrows(run, lanes, messages),
  ];
}

/** The style of a message: a dead process tells its monitors and links in a style of their own. */
function messageKind(run: Run, sent: number): "message" | "exit" | "monitor" {
  const event = run.event(sent);
  if (kindOf(event) === "monitor" || event.operation.includes("which monitors it")) return "monitor";
  return kindOf(event) === "signal" ? "exit" : "message";
}

function messageArrows(lanes: Lanes, messages: Messages, run: Run): Arrow[] {
  const arrows: Arrow[] = [];
  for (const { sent, arrived, received, to } of messages.all) {
    const fromLane = lanes.ofEvent[sent]!;
    const toLane = lanes.laneOfActor(to) ?? fromLane;
    const kind = messageKind(run, sent);
    if (arrived !== null && arrived !== sent) {
      arrows.push({ kind: kind === "message" ? "flight" : kind, from: sent, to: arrived, fromLane, toLane });
      if (received !== null)
        arrows.push({ kind: "queue", from: arrived, to: received, fromLane: toLane, toLane });
    } else if (received !== null) {
      arrows.push({ kind, from: sent, to: received, fromLane, toLane });
    } else {
      arrows.push({ kind: "lost", from: sent, to: sent, fromLane, toLane });
    }
  }
  return arrows;
}

function spawnArrows(run: Run, lanes: Lanes): Arrow[] {
  const arrows: Arrow[] = [];
  run.events.forEach((event, index) => {
    if (kindOf(event) !== "spawn") return;
    const child = spawnedBy(run, index);
    const lane = child === undefined ? undefined : lanes.laneOfActor(child);
    if (child === undefined || lane === undefined) return;
    const first = run.eventsOf[child]?.[0] ?? index;
    arrows.push({ kind: "spawn", from: index, to: first, fromLane: lanes.ofEvent[index]!, toLane: lane });
  });
  return arrows;
}

/** Whom a spawn started. C++ names the thread in the value or the arguments only. */
function spawnedBy(run: Run, index: number): number | undefined {
  const event = run.event(index);
  const named = run.actorNamed(event.target) ?? run.actorNamed(event.value);
  if (named !== undefined) return named;
  const started = event.footprint.find((access) => access.kind === "produce");
  const name = /^(?:the )?(?:start|beginning) of (.+)$/.exec(started?.name ?? "")?.[1];
  return name === undefined ? undefined : run.actorNamed(name);
}

/** The event that started the process of an event. */
export function spawnOf(run: Run, actor: number): number | undefined {
  const process = run.processOf(actor);
  const parent = run.actors[process]?.parent ?? null;
  if (parent === null) return undefined;
  return run.eventsOf[parent]?.find(
    (index) => kindOf(run.event(index)) === "spawn" && spawnedBy(run, index) === process,
  );
}

/** What happens between two lanes in one step. */
function stepArrows(run: Run, lanes: Lanes, messages: Messages): Arrow[] {
  const arrows: Arrow[] = [];
  run.events.forEach((event, index) => {
    const fromLane = lanes.ofEvent[index]!;
    const add = (kind: ArrowKind, toLane: number | undefined) => {
      if (toLane === undefined || toLane === fromLane) return;
      arrows.push({ kind, from: index, to: index, fromLane, toLane });
    };
    const kind = kindOf(event);
    if (kind === "link" || kind === "monitor") {
      const other = /\(process, ([^,()]+)[,)]|link\(([^()]+)\)/.exec(event.operation);
      const actor = run.actorNamed(other?.[1] ?? other?.[2] ?? "");
      add(kind, actor === undefined ? undefined : lanes.laneOfActor(actor));
    } else if (kind === "signal" && !messages.bySend.has(index)) {
      const victim = run.actorNamed(
        event.target || (/^erlang:exit\(([^,]+),/.exec(event.operation)?.[1] ?? ""),
      );
      add("exit", victim === undefined ? undefined : lanes.laneOfActor(victim));
    }
    for (const [object, use] of usesOf(event)) add(use, lanes.laneOfObject(object));
  });
  return arrows;
}
