// Draws the lanes, signs and arrows of the rows that are on the screen.
//
// A message runs level from its send to the lane of its receiver, then down beside that lane while
// it lies in the mailbox, and turns into the receive that takes it. One that is on its way for a
// while slants down to its delivery first.
import type { Arrow, ArrowKind } from "../model/arrows";
import type { RunModel } from "../model/runmodel";
import { svg } from "./dom";
import { glyph } from "./glyphs";

export const ROW = 26;

export interface Geometry {
  /** The middle of each lane, undefined for one that is not shown. */
  readonly x: readonly (number | undefined)[];
  readonly width: number;
  /** The row of each event; -1 if it has none. */
  readonly rowOf: Int32Array;
  /** For each row its event; -1 for a fold or a gap. */
  readonly eventOf: Int32Array;
}

export interface Emphasis {
  readonly selected: number | null;
  readonly error: number | undefined;
  /** Pairs that race; the decisive one first. */
  readonly races: readonly { first: number; second: number; decisive: boolean }[];
}

type Head = "triangle" | "diamond" | "cross" | "dot" | "ring";

const HEADS: Record<ArrowKind | "wait", Head> = {
  message: "triangle",
  flight: "triangle",
  queue: "triangle",
  spawn: "diamond",
  exit: "cross",
  monitor: "dot",
  link: "dot",
  lost: "ring",
  read: "triangle",
  write: "triangle",
  lock: "triangle",
  unlock: "triangle",
  wait: "triangle",
};

export function drawWindow(
  model: RunModel,
  geometry: Geometry,
  first: number,
  last: number,
  emphasis: Emphasis,
): SVGElement[] {
  const top = first * ROW;
  const bottom = (last + 1) * ROW;
  return [
    ...laneLines(model, geometry, top, bottom),
    ...races(geometry, emphasis, first, last),
    ...arrows(model, geometry, first, last, emphasis.selected),
    ...signs(model, geometry, first, last, emphasis),
  ];
}

function yOf(geometry: Geometry, event: number): number {
  return (geometry.rowOf[event] ?? -1) * ROW + ROW / 2;
}

function laneLines(model: RunModel, geometry: Geometry, top: number, bottom: number): SVGElement[] {
  const { run, lanes } = model;
  const stuck = new Set((run.trace.blocked ?? []).map((blocked) => blocked.actor));
  const end = geometry.eventOf.length * ROW;
  const out: SVGElement[] = [];
  lanes.all.forEach((lane, at) => {
    const x = geometry.x[at];
    if (x === undefined) return;
    const line = (from: number, to: number, style: string) => {
      const y1 = Math.max(from, top);
      const y2 = Math.min(to, bottom);
      if (y1 < y2) out.push(svg("line", { x1: x, x2: x, y1, y2, class: `lane ${style}` }));
    };
    if (lane.actor === null) return line(0, end, "object");
    const events = run.eventsOf[lane.actor] ?? [];
    const born = model.births.get(at) ?? (lane.spawner === "" ? undefined : events[0]);
    const started = born === undefined ? 0 : yOf(geometry, born);
    const lastEvent = events.at(-1);
    const hasEnded = lastEvent !== undefined && model.kinds[lastEvent] === "exit";
    const ended = hasEnded ? yOf(geometry, lastEvent) : end;
    if (!stuck.has(lane.actor)) return line(started, ended, "life");
    const waits = lastEvent === undefined ? started : yOf(geometry, lastEvent);
    line(started, waits, "life");
    line(waits, end + 4, "stuck");
    if (bottom >= end) out.push(svg("text", { x, y: end + 17, class: "stuck-word" }, "stuck"));
  });
  return out;
}

function arrows(
  model: RunModel,
  geometry: Geometry,
  first: number,
  last: number,
  selected: number | null,
): SVGElement[] {
  const out: SVGElement[] = [];
  model.arrows.forEach((arrow, at) => {
    const from = geometry.rowOf[arrow.from] ?? -1;
    const to = geometry.rowOf[arrow.to] ?? -1;
    if (from < 0 || to < 0 || Math.max(from, to) < first || Math.min(from, to) > last) return;
    // What begins and ends in folds is folded with them.
    if (geometry.eventOf[from] !== arrow.from && geometry.eventOf[to] !== arrow.to) return;
    const x1 = geometry.x[arrow.fromLane];
    const x2 = geometry.x[arrow.toLane];
    if (x1 === undefined || x2 === undefined) return;
    const d = route(arrow, x1, x2, from * ROW + ROW / 2, to * ROW + ROW / 2, at);
    const hot = selected !== null && (arrow.from === selected || arrow.to === selected);
    out.push(
      svg("path", {
        d,
        class: `arrow ${arrow.kind} ${hot ? "hot" : ""}`,
        "marker-end": `url(#head-${arrow.kind})`,
      }),
    );
  });
  return out;
}

function route(arrow: Arrow, x1: number, x2: number, y1: number, y2: number, nth: number): string {
  const side = x2 < x1 ? -1 : 1;
  switch (arrow.kind) {
    case "read":
      return `M${x2} ${y1}H${x1 + side * 7}`;
    case "write":
    case "lock":
    case "unlock":
      return `M${x1 + side * 7} ${y1}H${x2 - side * 5}`;
    case "flight":
      return `M${x1 + side * 6} ${y1}L${x2 - side * 6} ${y2}`;
    case "spawn":
      return `M${x1 + side * 6} ${y1}H${x2}`;
    default:
      if (y1 === y2) return x1 === x2 ? `M${x1 + 6} ${y1}h14` : `M${x1 + side * 6} ${y1}H${x2 - side * 6}`;
  }
  // Messages that wait at the same time lie beside each other.
  const away = x1 === x2 ? 1 : -side;
  const start = x1 === x2 ? 1 : side;
  const aside = x2 + away * (10 + (nth % 3) * 4);
  const turn = Math.min(6, Math.abs(aside - x1) / 2, (y2 - y1) / 2);
  const level = `M${x1 + start * 6} ${y1}H${aside - start * turn}Q${aside} ${y1} ${aside} ${y1 + turn}`;
  return `${level}V${y2 - 4}Q${aside} ${y2} ${aside - away * 3} ${y2}H${x2 + away * 6}`;
}

function signs(
  model: RunModel,
  geometry: Geometry,
  first: number,
  last: number,
  emphasis: Emphasis,
): SVGElement[] {
  const out: SVGElement[] = [];
  for (let row = first; row <= last; ++row) {
    const index = geometry.eventOf[row] ?? -1;
    const x = index < 0 ? undefined : geometry.x[model.lanes.ofEvent[index]!];
    if (x === undefined) continue;
    const y = row * ROW + ROW / 2;
    for (const lane of model.lanes.objectsOf[index] ?? []) {
      const at = geometry.x[lane];
      if (at !== undefined) out.push(svg("circle", { cx: at, cy: y, r: 2.5, class: "touch" }));
    }
    if (index === emphasis.error) out.push(svg("circle", { cx: x, cy: y, r: 10, class: "error-ring" }));
    else if (index === emphasis.selected)
      out.push(svg("circle", { cx: x, cy: y, r: 10, class: "selected-ring" }));
    out.push(
      glyph(
        model.kinds[index]!,
        x,
        y,
        index === emphasis.error ? "error" : "",
        goesLeft(model, geometry, index, x),
      ),
    );
  }
  return out;
}

/** Whether the message that an event sends goes to a lane further left. */
function goesLeft(model: RunModel, geometry: Geometry, index: number, x: number): boolean {
  const to = model.messages.bySend.get(index)?.to;
  const lane = to === undefined ? undefined : model.lanes.laneOfActor(to);
  return lane !== undefined && (geometry.x[lane] ?? x) < x;
}

/** Brackets at the left edge that join the two steps of a race. */
function races(geometry: Geometry, emphasis: Emphasis, first: number, last: number): SVGElement[] {
  const out: SVGElement[] = [];
  emphasis.races.forEach(({ first: a, second: b, decisive }, nth) => {
    const rows = [geometry.rowOf[a] ?? -1, geometry.rowOf[b] ?? -1].sort((p, q) => p - q) as [number, number];
    if (rows[0] < 0 || rows[1] < first || rows[0] > last) return;
    const x = 6 + (nth % 3) * 4;
    const [y1, y2] = [rows[0] * ROW + ROW / 2, rows[1] * ROW + ROW / 2];
    out.push(
      svg("path", { d: `M${x + 8} ${y1}H${x}V${y2}H${x + 8}`, class: `race ${decisive ? "decisive" : ""}` }),
    );
  });
  return out;
}

/** The ends of arrows; one for each kind, since an end cannot take its colour from its arrow everywhere. */
export function markers(): SVGDefsElement {
  const shapes: Record<Head, { refX: number; shape: () => SVGElement }> = {
    triangle: { refX: 7, shape: () => svg("path", { d: "M0 0.5L8 4L0 7.5Z" }) },
    diamond: { refX: 4, shape: () => svg("path", { d: "M0 4L4 0L8 4L4 8Z" }) },
    cross: { refX: 4, shape: () => svg("path", { d: "M1 1L7 7M7 1L1 7", class: "stroked" }) },
    dot: { refX: 4, shape: () => svg("circle", { cx: 4, cy: 4, r: 3 }) },
    ring: { refX: 4, shape: () => svg("circle", { cx: 4, cy: 4, r: 3, class: "stroked" }) },
  };
  const all = Object.entries(HEADS).map(([kind, head]) => {
    const { refX, shape } = shapes[head];
    const size = {
      markerWidth: 8,
      markerHeight: 8,
      refX,
      refY: 4,
      markerUnits: "userSpaceOnUse",
      orient: "auto",
    };
    return svg("marker", { id: `head-${kind}`, class: `marker to-${kind}`, ...size }, shape());
  });
  return svg("defs", {}, ...all);
}
