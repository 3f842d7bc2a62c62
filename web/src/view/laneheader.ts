// The heads of the lanes: who it is, its registered name, who started it.
import type { RunModel } from "../model/runmodel";
import { el } from "./dom";

export function laneHeader(model: RunModel, x: readonly (number | undefined)[]): HTMLElement[] {
  const shown = model.lanes.all.flatMap((lane, at) => (x[at] === undefined ? [] : [{ lane, x: x[at]! }]));
  const step = shown.length > 1 ? shown[1]!.x - shown[0]!.x : 120;
  return shown.map(({ lane, x: middle }) => {
    const below = [lane.alias, lane.spawner === "" ? "" : `by ${lane.spawner}`].filter((one) => one !== "");
    return el(
      "div",
      {
        class: `lane-head ${lane.kind}`,
        style: `left:calc(var(--gutter) + ${middle - step / 2}px);width:${step}px`,
        title: [lane.name, ...below].join("\n"),
      },
      el("span", { class: "lane-name" }, lane.name),
      ...below.map((line) => el("span", { class: "lane-below" }, line)),
    );
  });
}
