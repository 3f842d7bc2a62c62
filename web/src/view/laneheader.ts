// The heads of the lanes: who it is, its registered name, who started it.
import type { Lane } from "../model/lanes";
import type { RunModel } from "../model/runmodel";
import { el } from "./dom";

const WIDTH_OF_A_LETTER = 7.8;

export function laneHeader(model: RunModel, x: readonly (number | undefined)[]): HTMLElement[] {
  const shown = model.lanes.all.flatMap((lane, at) => (x[at] === undefined ? [] : [{ lane, x: x[at]! }]));
  const step = shown.length > 1 ? shown[1]!.x - shown[0]!.x : 120;
  const heads = shown.map(({ lane, x: middle }) => {
    const [name, ...below] = lane.kind === "process" ? processLines(lane) : objectLines(lane);
    return el(
      "div",
      {
        class: `lane-head ${lane.kind}`,
        style: `left:calc(var(--gutter) + ${middle - step / 2}px);width:${step}px`,
        title: [lane.name, lane.alias, ...below].filter((line) => line !== "").join("\n"),
      },
      el("span", { class: "lane-name" }, lane.kind === "process" ? tail(name ?? "", step) : (name ?? "")),
      ...below.map((line) => el("span", { class: "lane-below" }, line)),
    );
  });
  // Where the numbers and words of the steps cover lanes, the heads of these lanes are covered too.
  return [el("div", { class: "lane-cover left" }), ...heads, el("div", { class: "lane-cover right" })];
}

/** Processes with long names differ at the end: P.3.1.1.12 becomes …1.12. */
function tail(name: string, width: number): string {
  const letters = Math.max(3, Math.floor((width - 4) / WIDTH_OF_A_LETTER));
  return name.length <= letters ? name : `…${name.slice(1 - letters)}`;
}

function processLines(lane: Lane): string[] {
  return [lane.name, lane.alias, lane.spawner === "" ? "" : `by ${lane.spawner}`].filter(
    (line) => line !== "",
  );
}

/** "table cache" is two short lines rather than a long one. */
function objectLines(lane: Lane): string[] {
  const parts = /^(table|atomics|name) (.+)$/s.exec(lane.name);
  return parts === null ? [lane.name] : [parts[2]!, parts[1]!];
}
