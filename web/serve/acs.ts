// The ACS as a picture (Soter, Figure 4): a box for each class of processes, in it its control states in
// layers from where it begins, an arrow for each rule. A state that is chosen shows its rules; the
// picture moves by dragging, and grows by the wheel or the buttons.
import { button, el, fill, svg } from "../src/view/dom";
import type { Acs } from "./api";

const STEP_X = 330; // room for the words of a rule on both sides of a state
const STEP_Y = 100;
const PAD = 46;
const RADIUS = 17;
const LINES = 4;

export interface Placed {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}
export interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const short = (name: string) => name.replace(/^\d+:/, "");
export const ruleWords = (rule: Acs["rules"][number]): string =>
  rule.receives !== undefined
    ? `?${short(rule.receives)}`
    : rule.sends !== undefined
      ? `!${short(rule.sends)}`
      : rule.spawns !== undefined
        ? `new ${short(rule.spawns)}`
        : "";

/** Where states and boxes are: breadth first within a class, classes side by side. */
export function layout(acs: Acs): { states: Map<string, Placed>; boxes: Box[] } {
  const states = new Map<string, Placed>();
  const boxes: Box[] = [];
  const entries = new Set<string>([acs.initial, ...acs.rules.flatMap((rule) => rule.spawns ?? [])]);
  let left = 20;
  for (const name of acs.classes) {
    const own = acs.places
      .filter((place) => place.class === name && place.kind !== "message")
      .map((place) => place.name);
    if (own.length === 0) continue;
    const layer = new Map<string, number>();
    let frontier = own.filter((state) => entries.has(state));
    if (frontier.length === 0) frontier = own.slice(0, 1);
    for (let depth = 0; frontier.length > 0; depth++) {
      for (const state of frontier) layer.set(state, depth);
      frontier = [
        ...new Set(
          frontier.flatMap((state) =>
            acs.rules.filter((rule) => rule.from === state).flatMap((rule) => rule.to ?? []),
          ),
        ),
      ].filter((state) => own.includes(state) && !layer.has(state));
    }
    const rows: string[][] = [];
    for (const state of own) (rows[layer.get(state) ?? 0] ??= []).push(state);
    const width = Math.max(...rows.map((row) => row?.length ?? 0));
    rows.forEach((row, depth) => {
      row.forEach((state, column) => {
        const shift = ((width - row.length) * STEP_X) / 2;
        states.set(state, {
          name: state,
          x: left + PAD / 2 + shift + (column + 0.5) * STEP_X,
          y: 20 + PAD + depth * STEP_Y,
        });
      });
    });
    const box = { name, x: left, y: 20, width: width * STEP_X + PAD, height: rows.length * STEP_Y + PAD };
    boxes.push(box);
    left += box.width + 40;
  }
  return { states, boxes };
}

export function acsGraph(acs: Acs): HTMLElement {
  const { states, boxes } = layout(acs);
  const about = el("div", { class: "acs-about", "aria-live": "polite" });
  const drawing = svg("g");
  const width = Math.max(...boxes.map((box) => box.x + box.width), 200) + 20;
  const height = Math.max(...boxes.map((box) => box.y + box.height), 120) + 20;
  const picture = svg("svg", {
    class: "acs",
    viewBox: `0 0 ${width} ${height}`,
    role: "group",
    "aria-label": "Actor communicating system",
  });
  picture.append(
    svg(
      "defs",
      {},
      svg(
        "marker",
        {
          id: "acs-tip",
          viewBox: "0 0 8 8",
          refX: 8,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          orient: "auto",
        },
        svg("path", { d: "M0 0L8 4L0 8z", class: "acs-tip" }),
      ),
    ),
    drawing,
  );
  for (const box of boxes) {
    drawing.append(
      svg("rect", { class: "acs-class", x: box.x, y: box.y, width: box.width, height: box.height, rx: 8 }),
      svg("text", { class: "acs-class-name", x: box.x + 10, y: box.y + 18 }, box.name),
    );
  }

  const edges: { element: SVGElement; from: string; to: string | undefined }[] = [];
  const arrow = (fromName: string, toName: string | undefined, words: readonly string[], kind: string) => {
    const from = states.get(fromName);
    if (from === undefined) return;
    const to = toName === undefined ? { x: from.x + 34, y: from.y + 34 } : states.get(toName);
    if (to === undefined) return;
    let d: string;
    let label: { x: number; y: number };
    let anchor = "middle";
    if (toName === fromName) {
      const reach = 30;
      d = `M${from.x + 12} ${from.y - 12}c${reach} -${reach} ${reach} ${reach + 18} 5 16`;
      label = { x: from.x + reach + 2, y: from.y - 8 };
      anchor = "start";
    } else {
      const dx = to.x - from.x;
      const dy = to.y - from.y;
      const length = Math.hypot(dx, dy) || 1;
      const bend = 16;
      const middle = {
        x: (from.x + to.x) / 2 - (dy / length) * bend,
        y: (from.y + to.y) / 2 + (dx / length) * bend,
      };
      const pull = (point: { x: number; y: number }, gap: number) => {
        const away = Math.hypot(middle.x - point.x, middle.y - point.y) || 1;
        return `${point.x + ((middle.x - point.x) / away) * gap} ${point.y + ((middle.y - point.y) / away) * gap}`;
      };
      d = `M${pull(from, RADIUS)}Q${middle.x} ${middle.y} ${pull(to, toName === undefined ? 0 : RADIUS + 1)}`;
      label = { x: (from.x + 2 * middle.x + to.x) / 4, y: (from.y + 2 * middle.y + to.y) / 4 };
      // On the outer side of the bend, so that the words of the way there and back do not meet.
      anchor = dy > 0 ? "end" : "start";
      label.x += dy > 0 ? -4 : 4;
    }
    // Rules between the same two states share an arrow; the title has them all.
    const cut = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text);
    const lines =
      words.length <= LINES
        ? words.map(cut)
        : [...words.slice(0, LINES - 1).map(cut), `and ${words.length - LINES + 1} more`];
    const element = svg(
      "g",
      { class: `acs-rule ${kind}` },
      svg("title", {}, words.join("\n")),
      svg("path", { d, "marker-end": "url(#acs-tip)" }),
      ...lines.map((line, i) =>
        svg(
          "text",
          { x: label.x, "text-anchor": anchor, y: label.y + (i - (lines.length - 1) / 2) * 11 + 3 },
          line,
        ),
      ),
    );
    edges.push({ element, from: fromName, to: toName });
    drawing.append(element);
  };
  const kindOf = (rule: Acs["rules"][number]) =>
    rule.receives !== undefined
      ? "receives"
      : rule.sends !== undefined
        ? "sends"
        : rule.spawns !== undefined
          ? "spawns"
          : "silent";
  const arrows = new Map<string, { rule: Acs["rules"][number]; words: string[] }>();
  for (const rule of acs.rules) {
    const words = `${ruleWords(rule)}${rule.to === undefined ? " (ends)" : ""}`;
    const pair = `${rule.from} ${rule.to} ${kindOf(rule)}`;
    const known = arrows.get(pair);
    if (known !== undefined) known.words.push(words);
    else arrows.set(pair, { rule, words: [words] });
  }
  for (const { rule, words } of arrows.values()) arrow(rule.from, rule.to, words, kindOf(rule));
  for (const rule of acs.rules) if (rule.spawns !== undefined) arrow(rule.from, rule.spawns, [], "birth");

  const nodes = new Map<string, SVGElement>();
  const choose = (name: string) => {
    for (const [other, node] of nodes) node.classList.toggle("chosen", other === name);
    for (const edge of edges) edge.element.classList.toggle("chosen", edge.from === name || edge.to === name);
    const place = acs.places.find((one) => one.name === name);
    fill(
      about,
      el(
        "h3",
        {},
        `${short(name)} of ${place?.class ?? "?"}${place?.label === undefined ? "" : `, label ${place.label}`}`,
      ),
      el(
        "ul",
        {},
        ...acs.rules
          .filter((rule) => rule.from === name || rule.to === name || rule.spawns === name)
          .map((rule) =>
            el(
              "li",
              {},
              el(
                "code",
                {},
                `${short(rule.from)} → ${rule.to === undefined ? "end" : short(rule.to)}  ${ruleWords(rule)}`,
              ),
            ),
          ),
      ),
    );
  };
  for (const [name, at] of states) {
    const place = acs.places.find((one) => one.name === name)!;
    const kind =
      place.kind === "failure"
        ? " failure"
        : place.label !== undefined
          ? " labelled"
          : name === acs.initial
            ? " initial"
            : "";
    const node = svg(
      "g",
      {
        class: `acs-state${kind}`,
        tabindex: 0,
        role: "button",
        "aria-label": `state ${short(name)} of ${place.class}`,
        "data-state": name,
        click: () => choose(name),
        keydown: (event: KeyboardEvent) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          choose(name);
        },
      },
      svg("circle", { cx: at.x, cy: at.y, r: RADIUS }),
      svg("text", { x: at.x, y: at.y + 4 }, short(name)),
      place.label !== undefined &&
        svg("text", { class: "acs-label", x: at.x, y: at.y + RADIUS + 13 }, place.label),
    );
    nodes.set(name, node);
    drawing.append(node);
  }

  // The view: a box in the coordinates of the drawing.
  let view = { x: 0, y: 0, width, height };
  const show = () => picture.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  const zoom = (factor: number) => {
    const wide = Math.min(Math.max(view.width * factor, 80), width * 4);
    const high = (wide / view.width) * view.height;
    view = {
      x: view.x + (view.width - wide) / 2,
      y: view.y + (view.height - high) / 2,
      width: wide,
      height: high,
    };
    show();
  };
  const move = (x: number, y: number) => {
    view = { ...view, x: view.x + x, y: view.y + y };
    show();
  };
  picture.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15);
    },
    { passive: false },
  );
  let dragged: { x: number; y: number } | null = null;
  picture.addEventListener("pointerdown", (event) => void (dragged = { x: event.clientX, y: event.clientY }));
  picture.addEventListener("pointermove", (event) => {
    if (dragged === null || event.buttons === 0) return;
    const scale = view.width / picture.clientWidth;
    move((dragged.x - event.clientX) * scale, (dragged.y - event.clientY) * scale);
    dragged = { x: event.clientX, y: event.clientY };
  });
  picture.addEventListener("pointerup", () => void (dragged = null));

  const fit = () => {
    view = { x: 0, y: 0, width, height };
    show();
  };
  const messages = acs.places.filter((place) => place.kind === "message");
  fill(
    about,
    el(
      "p",
      {},
      `${boxes.length} classes, ${states.size} control states, ${messages.length} messages, ${acs.rules.length} rules. Choose a state to see its rules.`,
    ),
  );
  return el(
    "div",
    { class: "acs-view" },
    el(
      "div",
      { class: "acs-tools" },
      button("+", () => zoom(1 / 1.3), { "aria-label": "Larger" }),
      button("−", () => zoom(1.3), { "aria-label": "Smaller" }),
      button("◂", () => move(-view.width / 6, 0), { "aria-label": "Left" }),
      button("▸", () => move(view.width / 6, 0), { "aria-label": "Right" }),
      button("▴", () => move(0, -view.height / 6), { "aria-label": "Up" }),
      button("▾", () => move(0, view.height / 6), { "aria-label": "Down" }),
      button("Fit", fit),
    ),
    picture,
    about,
  );
}
