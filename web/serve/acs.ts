// The ACS as a picture (Soter, Figure 4): a box for each class of processes, a circle for each control
// state, an arrow for each rule. A state that is chosen shows its rules and who is at the other end of
// its messages; the picture moves by dragging, and grows by the wheel or the buttons.
import { button, el, fill, svg } from "../src/view/dom";
import { type Arrow, layout, LETTER, LINE, type Point, RADIUS, ruleWords, short } from "./acs-layout";
import type { Acs } from "./api";

type Rule = Acs["rules"][number];
type Place = Acs["places"][number];

/** Through its points; where there are more than two, in curves between the middles of its parts. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop()!;
  if (rest.length === 0) return `M${first!.x} ${first!.y}L${last.x} ${last.y}`;
  const bends = rest.map((point, i) => {
    const next = rest[i + 1];
    const end = next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return `M${first!.x} ${first!.y}${bends.join("")}`;
}

const tip = () =>
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
  );

function drawArrow(arrow: Arrow): SVGElement {
  const { lines, label, points } = arrow;
  const end = points.at(-1)!;
  const top = label.y - ((lines.length - 1) / 2) * LINE + 3;
  const widest = Math.max(0, ...lines.map((line) => line.length));
  const ends = arrow.to === undefined ? ", and ends" : "";
  return svg(
    "g",
    { class: `acs-rule ${arrow.kind}` },
    svg("title", {}, arrow.words.map((one) => `${one || "goes on"}${ends}`).join("\n")),
    svg("path", { d: pathOf(points), "marker-end": "url(#acs-tip)" }),
    arrow.to === undefined && svg("circle", { class: "acs-end", cx: end.x, cy: end.y + 4, r: 4 }),
    lines.length > 0 &&
      svg("rect", {
        class: "acs-words",
        x: label.x - (widest * LETTER) / 2 - 2,
        y: top - LINE + 2,
        width: widest * LETTER + 4,
        height: lines.length * LINE + 2,
        rx: 3,
      }),
    ...lines.map((line, i) => svg("text", { x: label.x, y: top + i * LINE, "text-anchor": "middle" }, line)),
  );
}

const stateKind = (place: Place, initial: string): string =>
  place.kind === "failure"
    ? " failure"
    : place.label !== undefined
      ? " labelled"
      : place.name === initial
        ? " initial"
        : "";

function drawState(place: Place, at: Point, initial: string, choose: () => void): SVGElement {
  return svg(
    "g",
    {
      class: `acs-state${stateKind(place, initial)}`,
      tabindex: 0,
      role: "button",
      "aria-label": [`state ${short(place.name)}`, place.label, `of ${place.class}`]
        .filter(Boolean)
        .join(" "),
      "data-state": place.name,
      click: choose,
      keydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose();
      },
    },
    svg("circle", { cx: at.x, cy: at.y, r: RADIUS }),
    svg("text", { x: at.x, y: at.y + 4 }, short(place.name)),
  );
}

/** The view of a picture: a box in its coordinates, which buttons, the wheel and the mouse move. */
function movable(picture: SVGSVGElement, width: number, height: number): HTMLElement {
  let view = { x: 0, y: 0, width, height };
  const show = () => picture.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  // `at` stays where it is: a part of the view's width and height.
  const zoom = (factor: number, at: Point = { x: 0.5, y: 0.5 }) => {
    const wide = Math.min(Math.max(view.width * factor, 80), width * 4);
    const high = (wide / view.width) * view.height;
    view = {
      x: view.x + (view.width - wide) * at.x,
      y: view.y + (view.height - high) * at.y,
      width: wide,
      height: high,
    };
    show();
  };
  const move = (x: number, y: number) => {
    view = { ...view, x: view.x + x, y: view.y + y };
    show();
  };
  const fit = () => {
    view = { x: 0, y: 0, width, height };
    show();
  };
  // Of the drawing for a point of the screen; the picture keeps its proportions in its element.
  const scale = () => Math.max(view.width / picture.clientWidth, view.height / picture.clientHeight);
  picture.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const frame = picture.getBoundingClientRect();
      const part = (at: number, from: number, size: number, drawn: number) =>
        0.5 + ((at - from - size / 2) * scale()) / drawn;
      zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, {
        x: part(event.clientX, frame.left, frame.width, view.width),
        y: part(event.clientY, frame.top, frame.height, view.height),
      });
    },
    { passive: false },
  );
  let dragged: Point | null = null;
  picture.addEventListener("pointerdown", (event) => void (dragged = { x: event.clientX, y: event.clientY }));
  picture.addEventListener("pointermove", (event) => {
    if (dragged === null || event.buttons === 0) return;
    move((dragged.x - event.clientX) * scale(), (dragged.y - event.clientY) * scale());
    dragged = { x: event.clientX, y: event.clientY };
  });
  picture.addEventListener("pointerup", () => void (dragged = null));
  return el(
    "div",
    { class: "acs-tools", role: "group", "aria-label": "The view of the picture" },
    button("+", () => zoom(1 / 1.3), { "aria-label": "Larger" }),
    button("−", () => zoom(1.3), { "aria-label": "Smaller" }),
    button("◂", () => move(-view.width / 6, 0), { "aria-label": "Left" }),
    button("▸", () => move(view.width / 6, 0), { "aria-label": "Right" }),
    button("▴", () => move(0, -view.height / 6), { "aria-label": "Up" }),
    button("▾", () => move(0, view.height / 6), { "aria-label": "Down" }),
    button("Fit", fit),
  );
}

const legend = () =>
  el(
    "p",
    { class: "acs-legend" },
    ...(
      [
        ["receives", "?m takes m"],
        ["sends", "!m sends m"],
        ["birth", "new process"],
        ["labelled", "label"],
        ["failure", "failure"],
      ] as const
    ).map(([kind, words]) => el("span", { class: `acs-key ${kind}` }, words)),
  );

export function acsGraph(acs: Acs): HTMLElement {
  const { states, boxes, arrows, width, height } = layout(acs);
  const places = new Map(acs.places.map((place) => [place.name, place]));
  const about = el("div", { class: "acs-about", "aria-live": "polite" });
  const drawing = svg("g");
  const picture = svg(
    "svg",
    {
      class: "acs",
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": "Actor communicating system",
    },
    tip(),
    drawing,
  );
  for (const box of boxes) {
    drawing.append(
      svg("rect", { class: "acs-class", x: box.x, y: box.y, width: box.width, height: box.height, rx: 8 }),
      svg("text", { class: "acs-class-name", x: box.x + 10, y: box.y + 18 }, box.name),
    );
  }
  const drawn = arrows.map((arrow) => ({ arrow, element: drawArrow(arrow) }));
  drawing.append(...drawn.map(({ element }) => element));
  const nodes = new Map<string, SVGElement>();

  /** The states at the other end: who receives what this rule sends, who sends what it receives. */
  const partners = (rule: Rule): string[] => {
    const other = (one: Rule) =>
      (rule.sends !== undefined && one.receives === rule.sends) ||
      (rule.receives !== undefined && one.sends === rule.receives);
    return [...new Set(acs.rules.filter(other).map((one) => one.from))];
  };
  const named = (name: string) => `${short(name)} of ${places.get(name)?.class ?? "?"}`;
  const stateLink = (name: string) =>
    button(
      named(name),
      () => {
        choose(name);
        nodes.get(name)?.focus();
      },
      { class: "jump" },
    );
  const choose = (name: string) => {
    const rules = acs.rules.filter((rule) => [rule.from, rule.to, rule.spawns].includes(name));
    const far = new Set(rules.filter((rule) => rule.from === name).flatMap(partners));
    for (const [other, node] of nodes) {
      node.classList.toggle("chosen", other === name);
      node.classList.toggle("partner", other !== name && far.has(other));
    }
    for (const { arrow, element } of drawn)
      element.classList.toggle("chosen", arrow.from === name || arrow.to === name);
    const place = places.get(name);
    const said = (rule: Rule) => {
      const others = rule.from === name ? partners(rule) : [];
      return el(
        "li",
        {},
        el(
          "code",
          {},
          `${short(rule.from)} → ${rule.to === undefined ? "end" : short(rule.to)}  ${ruleWords(rule)}`,
        ),
        others.length > 0 && (rule.sends === undefined ? " sent in " : " received in "),
        ...others.map(stateLink),
      );
    };
    fill(
      about,
      el("h3", {}, `${named(name)}${place?.label === undefined ? "" : `, label ${place.label}`}`),
      place?.failure !== undefined && el("p", {}, place.failure),
      el("ul", {}, ...rules.map(said)),
    );
  };
  for (const [name, at] of states) {
    const { label } = places.get(name)!;
    const node = drawState(places.get(name)!, at, acs.initial, () => choose(name));
    nodes.set(name, node);
    drawing.append(node);
    if (label !== undefined)
      drawing.append(svg("text", { class: "acs-label", x: at.x, y: at.y + RADIUS + 13 }, label));
  }
  const messages = acs.places.filter((place) => place.kind === "message");
  fill(
    about,
    el(
      "p",
      {},
      `${boxes.length} classes, ${states.size} control states, ${messages.length} messages, ${acs.rules.length} rules. Choose a state to see its rules.`,
    ),
  );
  const tools = movable(picture, width, height);
  tools.append(legend());
  return el("div", { class: "acs-view" }, tools, picture, about);
}
