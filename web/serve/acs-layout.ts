// Where everything in the picture of an ACS is: each class of processes by itself, in layers from where
// it begins (dagre), then the boxes of the classes in rows. No page is needed for it.
import { graphlib, layout as place } from "@dagrejs/dagre";
import type { Acs } from "./api";

export const RADIUS = 17;
export const LETTER = 6.1; // of the words of rules, on average
export const LINE = 11;
const LINES = 4;
const LETTERS = 24;
const LABEL = 16; // below a state that has a label
const TITLE = 26;
const PAD = 18;
const GAP = 36;
const SHAPE = 1.4; // width by height of the place where it is shown, about
// Above it the exact layers take seconds.
const MANY_ARROWS = 400;

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}
export type RuleKind = "receives" | "sends" | "spawns" | "silent" | "birth";
/** The rules of one kind between the same two states. */
export interface Arrow {
  readonly from: string;
  /** Undefined: the process ends. */
  readonly to: string | undefined;
  readonly kind: RuleKind;
  /** Each rule in words. */
  readonly words: readonly string[];
  /** What fits beside the arrow, around `label`. */
  readonly lines: readonly string[];
  readonly points: readonly Point[];
  readonly label: Point;
}
export interface Layout {
  readonly states: ReadonlyMap<string, Point>;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly width: number;
  readonly height: number;
}

type Rule = Acs["rules"][number];

export const short = (name: string) => name.replace(/^\d+:/, "");

export const ruleWords = (rule: Rule): string =>
  rule.receives !== undefined
    ? `?${short(rule.receives)}`
    : rule.sends !== undefined
      ? `!${short(rule.sends)}`
      : rule.spawns !== undefined
        ? `new ${short(rule.spawns)}`
        : "";

const kindOf = (rule: Rule): RuleKind =>
  rule.receives !== undefined
    ? "receives"
    : rule.sends !== undefined
      ? "sends"
      : rule.spawns !== undefined
        ? "spawns"
        : "silent";

const cut = (text: string) => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

/** What stands beside an arrow; the rest is in its title. */
const linesOf = (words: readonly string[]): string[] => {
  const said = words.filter((one) => one !== "");
  return said.length <= LINES
    ? said.map(cut)
    : [...said.slice(0, LINES - 1).map(cut), `and ${said.length - LINES + 1} more`];
};

interface Bundle {
  from: string;
  to: string | undefined;
  kind: RuleKind;
  words: string[];
}

function bundles(rules: readonly Rule[]): Bundle[] {
  const all = new Map<string, Bundle>();
  for (const rule of rules) {
    const kind = kindOf(rule);
    const key = `${rule.from} ${rule.to} ${kind}`;
    const bundle = all.get(key) ?? { from: rule.from, to: rule.to, kind, words: [] };
    all.set(key, bundle);
    bundle.words.push(ruleWords(rule));
  }
  return [...all.values()];
}

const endOf = (state: string) => `${state} ends`;

/** One class, its upper left corner at (0, 0). */
function layoutClass(
  places: Acs["places"],
  entries: ReadonlySet<string>,
  own: readonly Bundle[],
): { width: number; height: number; states: Map<string, Point>; arrows: Arrow[] } {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({
    nodesep: 24,
    edgesep: 14,
    ranksep: 34,
    ranker: own.length > MANY_ARROWS ? "longest-path" : "network-simplex",
  });
  // Those where it begins come first: what closes a circle points back to them.
  const first = [...places].sort((a, b) => Number(entries.has(b.name)) - Number(entries.has(a.name)));
  for (const { name, label } of first) {
    const below = label === undefined ? 0 : LABEL;
    graph.setNode(name, { width: 2 * RADIUS, height: 2 * (RADIUS + below) });
  }
  own.forEach((bundle, number) => {
    if (bundle.to === undefined) graph.setNode(endOf(bundle.from), { width: 8, height: 8 });
    const lines = linesOf(bundle.words);
    const widest = Math.max(0, ...lines.map((line) => line.length));
    const beside = bundle.to === bundle.from ? 30 : 8;
    const size = { width: widest * LETTER + beside, height: lines.length * LINE, labelpos: "c" };
    graph.setEdge(bundle.from, bundle.to ?? endOf(bundle.from), size, String(number));
  });
  place(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const arrows = own.map((bundle, number): Arrow => {
    const edge = graph.edge(bundle.from, bundle.to ?? endOf(bundle.from), String(number)) as {
      points: Point[];
      x?: number;
      y?: number;
    };
    const lines = linesOf(bundle.words);
    if (bundle.to === bundle.from)
      return { ...bundle, lines, ...loop(graph.node(bundle.from) as Point, lines) };
    const middle = edge.points[Math.floor(edge.points.length / 2)]!;
    return { ...bundle, lines, points: edge.points, label: { x: edge.x ?? middle.x, y: edge.y ?? middle.y } };
  });
  const states = new Map(places.map(({ name }) => [name, graph.node(name) as Point]));
  return { width, height, states, arrows };
}

/** A rule that leads back to its own state, on the right of it, where dagre has left room. */
function loop(at: Point, lines: readonly string[]): { points: Point[]; label: Point } {
  const rim = (dy: number) => ({ x: at.x + RADIUS * 0.8, y: at.y + dy });
  const far = at.x + RADIUS + 26;
  const words = Math.max(0, ...lines.map((line) => line.length)) * LETTER;
  return {
    points: [rim(-RADIUS * 0.6), { x: far, y: at.y - 20 }, { x: far, y: at.y + 20 }, rim(RADIUS * 0.6)],
    label: { x: at.x + RADIUS + 22 + words / 2, y: at.y },
  };
}

const moved = (point: Point, by: Point): Point => ({ x: point.x + by.x, y: point.y + by.y });

export function layout(acs: Acs): Layout {
  const entries = new Set<string>([acs.initial, ...acs.rules.flatMap((rule) => rule.spawns ?? [])]);
  const all = bundles(acs.rules);
  const classes = acs.classes.flatMap((name) => {
    const own = acs.places.filter((one) => one.class === name && one.kind !== "message");
    if (own.length === 0) return [];
    const inside = new Set(own.map((one) => one.name));
    const arrows = all.filter((one) => inside.has(one.from) && (one.to === undefined || inside.has(one.to)));
    return [{ name, ...layoutClass(own, entries, arrows) }];
  });

  const states = new Map<string, Point>();
  const boxes: Box[] = [];
  const arrows: Arrow[] = [];
  const wide = (one: { name: string; width: number }) => Math.max(one.width, one.name.length * 7) + 2 * PAD;
  const high = (one: { height: number }) => one.height + TITLE + 2 * PAD;
  const corners = inRows(classes.map((one) => ({ width: wide(one), height: high(one) })));
  classes.forEach((one, number) => {
    const corner = corners[number]!;
    boxes.push({ name: one.name, ...corner, width: wide(one), height: high(one) });
    const inner = moved(corner, { x: (wide(one) - one.width) / 2, y: TITLE + PAD });
    for (const [state, at] of one.states) states.set(state, moved(at, inner));
    for (const arrow of one.arrows)
      arrows.push({
        ...arrow,
        points: arrow.points.map((point) => moved(point, inner)),
        label: moved(arrow.label, inner),
      });
  });
  const births = new Set<string>();
  for (const rule of acs.rules) {
    const [from, to] = [states.get(rule.from), states.get(rule.spawns ?? "")];
    if (from === undefined || to === undefined || births.has(`${rule.from} ${rule.spawns}`)) continue;
    births.add(`${rule.from} ${rule.spawns}`);
    arrows.push({
      from: rule.from,
      to: rule.spawns,
      kind: "birth",
      words: [ruleWords(rule)],
      lines: [],
      ...birth(from, to),
    });
  }
  return {
    states,
    boxes,
    arrows,
    width: Math.max(200, ...boxes.map((box) => box.x + box.width + GAP / 2)),
    height: Math.max(120, ...boxes.map((box) => box.y + box.height + GAP / 2)),
  };
}

/** The corners of boxes that stand in rows, in their order; of all widths the one that lets the whole be
 *  shown largest. */
function inRows(sizes: readonly { width: number; height: number }[]): Point[] {
  const place = (widest: number) => {
    const corners: Point[] = [];
    let [x, y, row, width] = [0, 0, 0, 0];
    for (const size of sizes) {
      if (x > 0 && x + size.width > widest) [x, y, row] = [0, y + row + GAP, 0];
      corners.push({ x: x + GAP / 2, y: y + GAP / 2 });
      x += size.width + GAP;
      row = Math.max(row, size.height);
      width = Math.max(width, x);
    }
    return { corners, scale: Math.min(SHAPE / width, 1 / (y + row)) };
  };
  let sum = 0;
  return sizes
    .map((size) => place((sum += size.width + GAP)))
    .reduce((best, one) => (one.scale > best.scale ? one : best), place(0)).corners;
}

/** From the rim of one state, bent a little, to the rim of another. */
function birth(from: Point, to: Point): { points: Point[]; label: Point } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const middle = { x: (from.x + to.x) / 2 - dy * 0.12, y: (from.y + to.y) / 2 + dx * 0.12 };
  const rim = (centre: Point, gap: number): Point => {
    const away = Math.hypot(middle.x - centre.x, middle.y - centre.y) || 1;
    return moved(centre, {
      x: ((middle.x - centre.x) / away) * gap,
      y: ((middle.y - centre.y) / away) * gap,
    });
  };
  return { points: [rim(from, RADIUS), middle, rim(to, RADIUS + 1)], label: middle };
}
