// The sign of an event: its shape says what it is, so that colour need not.
import type { Kind } from "../model/kinds";
import { svg } from "./dom";

type Shape = (x: number, y: number) => SVGElement[];

const path = (d: string, filled: boolean) => svg("path", { d, class: filled ? "filled" : "hollow" });
const square =
  (filled: boolean): Shape =>
  (x, y) => [svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, class: filled ? "filled" : "hollow" })];
const circle =
  (radius: number, filled: boolean): Shape =>
  (x, y) => [svg("circle", { cx: x, cy: y, r: radius, class: filled ? "filled" : "hollow" })];
const diamond =
  (filled: boolean): Shape =>
  (x, y) => [path(`M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`, filled)];

const SHAPES: Record<Kind, Shape> = {
  send: (x, y) => [path(`M${x - 5} ${y - 5}L${x + 6} ${y}L${x - 5} ${y + 5}Z`, true)],
  deliver: circle(4, false),
  receive: circle(5, true),
  timeout: (x, y) => [...circle(5.5, false)(x, y), path(`M${x} ${y - 3}V${y}H${x + 3}`, false)],
  timer: (x, y) => [...circle(5.5, false)(x, y), path(`M${x} ${y - 3}V${y}H${x + 3}`, false)],
  spawn: diamond(true),
  exit: (x, y) => [path(`M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x + 5} ${y - 5}L${x - 5} ${y + 5}`, false)],
  signal: (x, y) => [path(`M${x - 5} ${y + 4}L${x} ${y - 5}L${x + 5} ${y + 4}Z`, false)],
  link: diamond(false),
  monitor: (x, y) => [
    path(`M${x - 7} ${y}Q${x} ${y - 8} ${x + 7} ${y}Q${x} ${y + 8} ${x - 7} ${y}Z`, false),
    ...circle(1.5, true)(x, y),
  ],
  read: square(false),
  write: square(true),
  lock: (x, y) => [
    ...square(true)(x, y),
    path(`M${x - 3} ${y - 4}V${y - 6}Q${x} ${y - 10} ${x + 3} ${y - 6}V${y - 4}`, false),
  ],
  unlock: (x, y) => [
    ...square(false)(x, y),
    path(`M${x - 3} ${y - 4}V${y - 6}Q${x} ${y - 10} ${x + 3} ${y - 6}`, false),
  ],
  local: circle(2.5, true),
};

export function glyph(kind: Kind, x: number, y: number, extra: string, mirrored = false): SVGGElement {
  const turn = mirrored ? { transform: `matrix(-1 0 0 1 ${2 * x} 0)` } : {};
  return svg("g", { class: `glyph ${kind} ${extra}`, ...turn }, ...SHAPES[kind](x, y));
}

/** A sign by itself, for the legend. */
export function sign(kind: Kind): SVGSVGElement {
  return svg("svg", { class: "sign", width: 20, height: 20, "aria-hidden": "true" }, glyph(kind, 10, 11, ""));
}
