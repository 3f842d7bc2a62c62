// The heads of the lanes: who it is, its registered name, who started it.
import type { Lane } from "../model/lanes";
import type { RunModel } from "../model/runmodel";
import { el } from "./dom";

export function laneHeader(model: RunModel, x: readonly (number | undefined)[]): HTMLElement[] {
  const shown = model.lanes.all.flatMap((lane, at) => (x[at] === undefined ? [] : [{ lane, x: x[at]! }]));
  const step = shown.length > 1 ? shown[1]!.x - shown[0]!.x : 120;
  return shown.map(({ lane, x: middle }) => {
    const [name, ...below] = lane.kind === "process" ? processLines(lane) : objectLines(lane);
    return el(
      "div",
      {
        class: `lane-head ${lane.kind}`,
        style: `left:calc(var(--gutter) + ${middle - step / 2}px);width:${step}px`,
        title: [lane.name, lane.alias, ...below].filter((line) => line !== "").join("\n"),
      },
      el("span", { class: "lane-name" }, name ?? lane.name),
      ...below.map((line) => el("span", { class: "lane-below" }, line)),
    );
  });
}

function processLines(lane: Lane): string[] {
  return [lane.name, lane.alias, lane.spawner === "" ? "" : `by ${lane.spawner}`].filter((line) => line !== "");
}

/** "table cache" is two short lines rather than a long one. */
function objectLines(lane: Lane): string[] {
  const parts = /^(table|atomics|name) (.+)$/s.exec(lane.name);
  return parts === null ? [lane.name] : [parts[2]!, parts[1]!];
}
